using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>What one scope holds of one type: first the rented objects, in order, then some at hand.</summary>
/// <remarks>It holds them in magazines as threads and the depot do, and leaves rented objects where they are: renting is one read and one
/// count, and what many objects were rented with comes from the depot, and goes back there, magazine by magazine, without being
/// copied.</remarks>
internal abstract partial class ScopeLane
{
    private const int LargestKeptRoom = 64;
    private const int KeptEmpty = 3;
    private const int MessagesOfRoom = 64;

    internal readonly object Owner; // the type: store ids are used again, so a lane may be that of a type that is gone
    internal readonly bool HoldsArrays; // which know of nothing else in the scope
    internal readonly IdleLanes? Home; // where it goes when the scope ends, if its type can be unloaded
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
    private int _most; // magazines that this message used before objects were detached
    private int _smallMessages; // in a row, while there is room for far bigger ones

    protected ScopeLane(object owner, MagazineStore store, IdleLanes? home, bool holdsArrays)
    {
        Owner = owner;
        HoldsArrays = holdsArrays;
        Home = home;
        _store = store;
        _size = store.MagazineSize;
    }

    internal bool IsUsed => _used > 0;

    internal int Id => _store.Id;

    /// <summary>Whether the type is disposed.</summary>
    internal bool IsDead => _store.IsDisposed;

    /// <summary>How many magazines it has room for.</summary>
    internal int Room => _magazines.Length;

    /// <summary>How many magazines it has, empty ones included.</summary>
    internal int Owned => _owned;

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
        if (_current < 0 || !_magazines[_current].IsFull || _store.IsDisposed)
            return false;

        if (_owned - _used > KeptEmpty)
            // messages before had their objects detached: the empty magazines are filled again, or they would become ever more
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
        if (taken == 0 && run > 1 && !_store.IsDisposed) // if it is, TakeOne tells what that means
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
}
