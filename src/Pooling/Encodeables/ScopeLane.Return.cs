using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>The end of a scope, and what a lane keeps until the next one.</content>
internal abstract partial class ScopeLane
{
    /// <summary>Resets the rented objects, before any of them leaves the scope, if a reset can expose other objects of the scope.</summary>
    internal void ResetObjects(ref BulkReturn result)
    {
        if (!HoldsArrays)
            ResetAll(ref result);
    }

    /// <summary>Returns the rented objects after their reset, and the idle ones. The lane is empty afterwards, even if something
    /// throws.</summary>
    internal void ReturnAll(ref BulkReturn result)
    {
        if (HoldsArrays)
            ResetAll(ref result);

        int used = _used;
        Next = 0;
        _current = -1;
        _noted = 0;
        _used = 0;
        if (used <= MagazineStore.MagazinesOfThread && _owned <= LargestKeptRoom) // the unused ones are empty
        {
            for (int i = 0; i < used; i++)
                _store.PushSlots(_magazines[i], ref result); // the magazine of Slots is empty then

            if (_owned > MagazineStore.MagazinesOfThread + KeptEmpty || _magazines.Length > LargestKeptRoom)
                LimitRoom(used, _owned);

            return;
        }

        Slots = [];
        ReturnMagazines(used, ref result);
    }

    private void ResetAll(ref BulkReturn result)
    {
        _expected = Rented;
        for (int i = 0; i < _current; i++)
            Reset(_magazines[i], _size, ref result);

        if (_current >= 0)
            Reset(_magazines[_current], Next, ref result);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // so that the path of small messages is inlined
    private void ReturnMagazines(int used, ref BulkReturn result)
    {
        int owned = _owned;
        _store.PushMagazines(_magazines.AsSpan(0, Math.Max(used - 1, 0)), ref result);
        int kept = 0;
        for (int i = 0; i < owned; i++)
        {
            Magazine? magazine = _magazines[i];
            _magazines[i] = null!;
            if (magazine is null)
                continue;

            _store.PushSlots(magazine, ref result);
            if (kept < KeptEmpty)
                _magazines[kept++] = magazine;
        }

        _owned = kept;
        LimitRoom(used, owned);
    }

    /// <summary>Gives up empty magazines, and room for magazines, that many messages in a row did not need.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LimitRoom(int used, int owned)
    {
        int most = Math.Max(used, _most);
        _most = 0;
        _smallMessages = most < Math.Max(owned, _magazines.Length / 4) ? _smallMessages + 1 : 0;
        if (_smallMessages < MessagesOfRoom)
            return;

        _smallMessages = 0;
        if (_owned > KeptEmpty)
        {
            Slots = []; // may belong to a magazine that is given up
            Array.Clear(_magazines, KeptEmpty, _owned - KeptEmpty);
            _owned = KeptEmpty;
        }

        if (_magazines.Length > LargestKeptRoom)
            Array.Resize(ref _magazines, LargestKeptRoom);
    }

    /// <summary>Resets the first objects of a magazine. An object whose reset throws is dropped, and the last object of the magazine takes
    /// its place.</summary>
    private void Reset(Magazine magazine, int rented, ref BulkReturn result)
    {
        int done = 0;
        while (true)
        {
            int kept = 0;
            try
            {
                ResetRun(magazine.Slots.AsSpan(done, rented - done), ref kept);
            }
            catch (Exception exception)
            {
                result.Fail(exception);
            }

            done += kept;
            if (done == rented)
                return;

            _store.CountDropped();
            result.Drop(magazine.Slots[done].Item!);
            object last = magazine.Pop();
            if (done < magazine.Count)
                magazine.Slots[done].Item = last;

            if (magazine.Count < rented)
                rented--; // the last one was rented and is reset next in its new place, or is the one that threw
            else
                done++; // the last one was idle
        }
    }
}
