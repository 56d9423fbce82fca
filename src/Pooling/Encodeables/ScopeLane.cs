using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The objects of one type in a scope: first the rented ones, in order, then some idle ones.</summary>
/// <remarks>
/// <para>Objects are kept in magazines, which are blocks of slots, and rented objects stay where they are. Renting
/// takes one read and one increment. The objects of a small message come from the magazine of the thread; those of a
/// large one come from the depot, and return to it, several magazines of the lane at a time.</para>
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
    private const int Size = LaneMagazine.Size;

    internal readonly object Owner; // the pool: store ids are reused, so a lane may belong to a pool that is gone
    internal readonly bool HoldsArrays; // arrays cannot reference other objects of the scope
    internal readonly IdleLanes? Home; // where the lane goes when the scope ends, if its type can be unloaded
    internal MagazineSlot[] Slots = []; // slots of the current magazine
    internal int Next; // number of rented objects at the start of Slots
    private readonly MagazineStore _store;
    private LaneMagazine[] _magazines = new LaneMagazine[1]; // those in use, full except for the last, then empty ones
    private int _used;
    private int _owned; // in use and empty
    private int _current = -1; // all before it are rented, all after it are idle
    private int _noted; // rented objects that know their index: none until the first is detached
    private int _expected = 1; // what the last message rented
    private int _most; // magazines that this message used before objects were detached from it
    private int _smallMessages; // number in a row, while there is room for far larger ones

    protected ScopeLane(object owner, MagazineStore store, IdleLanes? home, bool holdsArrays)
    {
        Owner = owner;
        HoldsArrays = holdsArrays;
        Home = home;
        _store = store;
    }

    internal bool IsUsed => _used > 0;

    internal int Id => _store.Id;

    /// <summary>Whether the pool is disposed.</summary>
    internal bool IsDead => _store.IsDisposed;

    /// <summary>The number of magazines for which there is room.</summary>
    internal int Room => _magazines.Length;

    /// <summary>The number of magazines, including empty ones.</summary>
    internal int Owned => _owned;

    private int Rented => _current < 0 ? 0 : _current * Size + Next;

    /// <summary>Rents if the current magazine has no idle object.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object RentSlow()
    {
        if (_current + 1 == _used)
        {
            int wanted = _expected - Rented;
            if (wanted <= 2 * Size || !TryFillNext(wanted))
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

    /// <summary>Takes from the depot what the message will need, several magazines at a time.</summary>
    /// <returns><see langword="false"/> if it has none.</returns>
    private bool TryFillNext(int wanted)
    {
        if (_current < 0 || !_magazines[_current].IsFull || _store.IsDisposed)
            return false;

        // No more than twice what is rented: the needs of the last message may differ from this one's, and others need
        // the objects meanwhile.
        int most = Math.Min(wanted / Size, 2 * (_current + 1));
        while (_owned - _used < most)
            AddOwned();

        int taken = _store.PopRuns(new LaneRuns(_magazines, _used, most, isEmpty: true));
        for (int left = taken; left > 0; left -= Size)
            _magazines[_used++].Count = Math.Min(left, Size);

        return taken > 0;
    }

    /// <summary>Puts at least one object into the current magazine, or into the next one.</summary>
    private void FillCurrent(int wanted)
    {
        if (_current < 0 || _magazines[_current].IsFull)
        {
            AddEmpty();
            MoveTo(_current + 1, rented: 0);
        }

        LaneMagazine magazine = _magazines[_current];
        int count = magazine.Count;
        int run = Math.Min(Size - count, Math.Max(1, wanted));
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
            AddOwned();

        _used++;
    }

    private void AddOwned()
    {
        if (_owned == _magazines.Length)
            Array.Resize(ref _magazines, _owned * 2);

        _magazines[_owned] = LaneMagazine.Rent();
        _owned++;
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
