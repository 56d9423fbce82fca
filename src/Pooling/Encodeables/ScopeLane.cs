using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>What one scope holds of one type: first the rented objects, in order, then some at hand.</summary>
/// <remarks>It holds them in magazines as threads and the depot do, and leaves rented objects where they are: renting is one read and one count, and
/// what many objects were rented with comes from the depot, and goes back there, magazine by magazine, without being copied.</remarks>
internal abstract partial class ScopeLane
{
    private const int LargestKeptRoom = 64;
    private const int KeptEmpty = 3;

    internal readonly object Owner; // the type: store ids are used again, so a lane may be that of a type that is gone
    internal MagazineSlot[] Slots = []; // of the current magazine
    internal int Next; // the objects at the start of Slots that are rented
    private readonly MagazineStore _store;
    private readonly int _size; // of a magazine
    private Magazine[] _magazines = new Magazine[1]; // the used ones, all full but the last, then empty ones
    private int _used;
    private int _owned; // used and empty
    private int _current = -1; // all before it are rented, all behind it are at hand
    private int _noted; // of the rented objects, those that know where they stand: none until the first is detached
    private int _expected = 1; // what the last message rented

    protected ScopeLane(object owner, MagazineStore store)
    {
        Owner = owner;
        _store = store;
        _size = store.MagazineSize;
    }

    internal bool IsUsed => _used > 0;

    private int Rented => _current < 0 ? 0 : _current * _size + Next;

    /// <summary>Rents when the current magazine has none at hand.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object RentSlow()
    {
        if (_current + 1 == _used)
        {
            int wanted = _expected - Rented;
            if (wanted <= MagazineStore.MagazinesOfThread * _size || !TryTakeMagazines(wanted))
                FillCurrent(wanted);
        }

        if (Next == Slots.Length || Slots[Next].Item is null)
            MoveTo(_current + 1, rented: 0);

        return Slots[Next++].Item!;
    }

    /// <summary>Resets and returns what is rented, and returns what is at hand. Whatever throws, the lane is empty afterwards.</summary>
    internal void ReturnAll(ref BulkReturn result)
    {
        _expected = Rented;
        for (int i = 0; i < _current; i++)
            Reset(_magazines[i], _size, ref result);

        if (_current >= 0)
            Reset(_magazines[_current], Next, ref result);

        int used = _used;
        Next = 0;
        _current = -1;
        _noted = 0;
        _used = 0;
        if (used <= MagazineStore.MagazinesOfThread)
        {
            for (int i = 0; i < used; i++)
                _store.PushSlots(_magazines[i], ref result); // what Slots shows is empty then

            return;
        }

        Slots = [];
        ReturnMagazines(used, ref result);
    }

    private void ReturnMagazines(int used, ref BulkReturn result)
    {
        _store.PushMagazines(_magazines.AsSpan(0, used - 1), ref result);
        int kept = 0;
        for (int i = 0; i < _owned; i++)
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
        if (_magazines.Length > LargestKeptRoom && used < _magazines.Length / 4)
            Array.Resize(ref _magazines, LargestKeptRoom); // grown for a message that was the exception
    }

    /// <summary>Takes one object from the pool's slow path, or creates it.</summary>
    protected abstract object TakeOne();

    /// <summary>Notes on objects where they stand.</summary>
    protected abstract void NotePlaces(ReadOnlySpan<MagazineSlot> items, int slot);

    /// <summary>Resets objects; as <see cref="IItemPolicy{T}.ResetRun"/>.</summary>
    protected abstract void ResetRun(ReadOnlySpan<MagazineSlot> items, ref int kept);

    /// <summary>Takes whole magazines for what the message is going to need. Asked for only if the thread's own could not do.</summary>
    /// <returns><see langword="false"/> if there are none.</returns>
    private bool TryTakeMagazines(int wanted)
    {
        if (_current < 0 || !_magazines[_current].IsFull)
            return false;

        // No more than twice what is rented: what the last message needed may be far from what this one does, and others need it meanwhile.
        int most = Math.Min(wanted / _size, 2 * (_current + 1));
        if (_magazines.Length - _owned < most)
            Array.Resize(ref _magazines, _owned + most);

        int taken = _store.TakeMagazines(_magazines.AsSpan(_owned, most));
        int empty = _owned - _used;
        for (int i = 0; i < Math.Min(taken, empty); i++) // the empty ones stay behind
            (_magazines[_used + i], _magazines[_owned + taken - 1 - i]) = (_magazines[_owned + taken - 1 - i], _magazines[_used + i]);

        int first = _used;
        _owned += taken;
        _used += taken;
        FillUp(first);
        return taken > 0;
    }

    /// <summary>Moves objects of the last magazines into those before them that are not full.</summary>
    private void FillUp(int first)
    {
        for (int i = first; i < _used - 1; i++)
        {
            Magazine magazine = _magazines[i];
            while (!magazine.IsFull && i < _used - 1)
            {
                Magazine last = _magazines[_used - 1];
                magazine.Push(last.Pop(), size: 0);
                if (last.Count == 0)
                    _used--;
            }
        }
    }

    /// <summary>Gets at least one object into the current magazine, or into the next one.</summary>
    private void FillCurrent(int wanted)
    {
        if (_current < 0 || _magazines[_current].IsFull)
        {
            AddEmpty();
            MoveTo(_current + 1, rented: 0);
        }

        Magazine magazine = _magazines[_current];
        int count = magazine.Count;
        int run = Math.Min(_size - count, Math.Max(1, wanted));
        Span<MagazineSlot> room = magazine.Slots.AsSpan(count, run);
        int taken = _store.PopSlots(room);
        if (taken == 0 && run > 1)
            taken = _store.PopSlotsSlow(room);

        if (taken == 0)
            magazine.Push(TakeOne(), size: 0);
        else
            magazine.Count = count + taken;
    }

    private void AddEmpty()
    {
        if (_used == _owned)
        {
            if (_owned == _magazines.Length)
                Array.Resize(ref _magazines, _owned * 2);

            _magazines[_owned] = _store.TakeEmpty();
            _owned++;
        }

        _used++;
    }

    private void MoveTo(int magazine, int rented)
    {
        _current = magazine;
        Next = rented;
        MagazineSlot[] slots = _magazines[magazine].Slots;
        if (Slots != slots)
            Slots = slots;
    }

    /// <summary>Resets the first objects of a magazine. One that throws is let go, and the last of the magazine takes its place.</summary>
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
                rented--; // the last was rented, and is reset next in its new place, or it is the one that threw
            else
                done++; // the last was at hand
        }
    }
}
