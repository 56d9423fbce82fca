using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>The end of a scope, and what a lane keeps until the next one.</content>
internal abstract partial class ScopeLane
{
    /// <summary>Resets the rented objects, before any of them leaves the scope, if a reset can expose other objects of
    /// the scope.</summary>
    internal void ResetObjects(ref BulkReturn result)
    {
        if (!HoldsArrays)
            ResetAll(ref result);
    }

    /// <summary>Returns the rented objects after their reset, and the idle ones. The lane is empty afterwards, even if
    /// something throws.</summary>
    internal void ReturnAll(ref BulkReturn result)
    {
        if (HoldsArrays)
            ResetAll(ref result);

        int used = _used;
        Next = 0;
        _current = -1;
        _noted = 0;
        _used = 0;
        if (used > 2)
            _store.PushRuns(new LaneRuns(_magazines, 0, used, isEmpty: false), ref result);

        for (int i = 0; i < used; i++)
        {
            LaneMagazine magazine = _magazines[i];
            if (used <= 2)
                _store.PushSlots(magazine.Slots.AsSpan(0, magazine.Count), ref result);

            magazine.Count = 0;
        }

        if (_owned > KeptEmpty || _magazines.Length > LargestKeptRoom)
            LimitRoom(used);
    }

    private void ResetAll(ref BulkReturn result)
    {
        _expected = Rented;
        for (int i = 0; i < _current; i++)
            Reset(_magazines[i], Size, ref result);

        if (_current >= 0)
            Reset(_magazines[_current], Next, ref result);
    }

    /// <summary>Gives up empty magazines, and room for magazines that many messages in a row did not need.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LimitRoom(int used)
    {
        if (_owned > KeptEmpty)
            Slots = []; // may belong to a magazine that is given up

        while (_owned > KeptEmpty)
        {
            LaneMagazine magazine = _magazines[--_owned];
            _magazines[_owned] = null!;
            magazine.Return();
        }

        int most = Math.Max(used, _most);
        _most = 0;
        _smallMessages = most < _magazines.Length / 4 ? _smallMessages + 1 : 0;
        if (_magazines.Length <= LargestKeptRoom || _smallMessages < MessagesOfRoom)
            return;

        _smallMessages = 0;
        Array.Resize(ref _magazines, LargestKeptRoom);
    }

    /// <summary>Resets the first objects of a magazine. An object whose reset throws is dropped, and the last object of
    /// the magazine takes its place.</summary>
    private void Reset(LaneMagazine magazine, int rented, ref BulkReturn result)
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

            if (_store.TryCountDropped(DropReason.Failed, magazine.Slots[done].Item!, ref result))
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
