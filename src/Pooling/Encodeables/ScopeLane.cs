using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The objects of one type in a scope: first the rented ones, in order, then some idle ones.</summary>
/// <remarks>
/// <para>Objects are kept in magazines, like those of threads and the depot, and rented objects stay where they are.
/// Renting takes one read and one increment, and the objects of large messages come from the depot, and return to it,
/// by the magazine without being copied.</para>
/// <para>The magazines of a lane are in this order, with i as the current one:</para>
/// <list type="table">
/// <item><term>0 to i - 1</term><description>Full, and all of their objects are rented.</description></item>
/// <item><term>i</term><description>The first <c>Next</c> objects are rented, the rest is idle. There is none (-1)
/// until something is rented.</description></item>
/// <item><term>i + 1 to used - 1</term><description>Idle objects only; full, except for the last
/// one.</description></item>
/// <item><term>used to owned - 1</term><description>Empty magazines.</description></item>
/// <item><term>owned and up</term><description>No magazine: room in the array.</description></item>
/// </list>
/// <para>Renting moves <c>Next</c>, and at the end of a magazine i. An object that is detached is replaced by the last
/// rented one, and that one by the last idle one, so the order stays. The end of the scope returns all objects and
/// keeps a few empty magazines.</para>
/// </remarks>
internal abstract partial class ScopeLane
{
    private const int LargestKeptRoom = 64;
    private const int KeptEmpty = 3;
    private const int MessagesOfRoom = 64;

    internal readonly object Owner; // the pool: store ids are reused, so a lane may belong to a pool that is gone
    internal readonly bool HoldsArrays; // arrays cannot reference other objects of the scope
    internal readonly IdleLanes? Home; // where the lane goes when the scope ends, if its type can be unloaded
    internal MagazineSlot[] Slots = []; // slots of the current magazine
    internal int Next; // number of rented objects at the start of Slots
    private readonly MagazineStore _store;
    private readonly int _size; // slots per magazine
    private Magazine[] _magazines = new Magazine[1]; // those in use, full except for the last, then empty ones
    private int _used;
    private int _owned; // in use and empty
    private int _current = -1; // all before it are rented, all after it are idle
    private int _noted; // rented objects that know their index: none until the first is detached
    private int _expected = 1; // what the last message rented
    private int _most; // magazines that this message used before objects were detached from it
    private int _smallMessages; // number in a row, while there is room for far bigger ones

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

    /// <summary>Whether the pool is disposed.</summary>
    internal bool IsDead => _store.IsDisposed;

    /// <summary>The number of magazines for which there is room.</summary>
    internal int Room => _magazines.Length;

    /// <summary>The number of magazines, including empty ones.</summary>
    internal int Owned => _owned;

    private int Rented => _current < 0 ? 0 : _current * _size + Next;

    /// <summary>Rents if the current magazine has no idle object.</summary>
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

    /// <summary>Stores the index of each object in the object.</summary>
    protected abstract void NotePlaces(ReadOnlySpan<MagazineSlot> items, int slot);

    /// <summary>Resets objects, as <see cref="IItemPolicy{T}.ResetRun"/> does.</summary>
    protected abstract void ResetRun(ReadOnlySpan<MagazineSlot> items, ref int kept);

    /// <summary>Takes whole magazines for what the message will need. Called only if the thread's own magazines are not
    /// sufficient.</summary>
    /// <returns><see langword="false"/> if there are none.</returns>
    private bool TryTakeMagazines(int wanted)
    {
        if (_current < 0 || !_magazines[_current].IsFull || _store.IsDisposed)
            return false;

        if (_owned - _used > KeptEmpty)
            // earlier messages had their objects detached: fill the empty magazines again, or their number would grow without limit
            return false;

        // No more than twice what is rented: the needs of the last message may differ from this one's, and others need the objects
        // meanwhile.
        int most = Math.Min(wanted / _size, 2 * (_current + 1));
        if (_magazines.Length - _owned < most)
            Array.Resize(ref _magazines, _owned + most);

        int taken = _store.TakeMagazines(_magazines.AsSpan(_owned, most));
        int empty = _owned - _used;
        for (int i = 0; i < Math.Min(taken, empty); i++) // the empty ones stay at the end
            (_magazines[_used + i], _magazines[_owned + taken - 1 - i]) = (_magazines[_owned + taken - 1 - i], _magazines[_used + i]);

        int first = _used;
        _owned += taken;
        _used += taken;
        FillUp(first);
        return taken > 0;
    }

    /// <summary>Moves objects of the last magazines into earlier ones that are not full.</summary>
    private void FillUp(int first)
    {
        for (int i = first; i < _used - 1; i++)
        {
            Magazine magazine = _magazines[i];
            while (!magazine.IsFull && i < _used - 1)
            {
                Magazine last = _magazines[_used - 1];
                magazine.Push(last.Pop());
                if (last.Count == 0)
                    _used--;
            }
        }
    }

    /// <summary>Puts at least one object into the current magazine, or into the next one.</summary>
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
        if (taken == 0 && run > 1 && !_store.IsDisposed) // if it is, TakeOne handles that
            taken = _store.PopSlotsSlow(room);

        if (taken == 0)
            magazine.Push(TakeOne());
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
