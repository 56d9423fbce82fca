using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The pooled part of a scope: one lane for each type that was ever rented through it.</summary>
/// <remarks>An idle scope references no type of a plug-in: such lanes are given back when each scope ends. Lanes of
/// other types stay; those of disposed pools are removed when a scope begins. The memory that a lane keeps is
/// bounded.</remarks>
internal sealed partial class ScopeBody
{
    /// <summary>A version that no scope has: a body that reaches it is dropped.</summary>
    internal const int Exhausted = -1; // the last of 2^32, as unsigned

    private const int MarksTaken = 1024; // taken at once from the shared counter

    private static readonly MagazineStore s_store = new(
        nameof(PooledScope),
        new StoreOptions { MaxRetained = Math.Max(1024, 64 * Environment.ProcessorCount), MaxPerThread = 16 });

    private static int s_typesDisposed;
    private static int s_marks;

    internal int Version;
    private ScopeLane?[] _lanes = []; // by store id
    private UsedLane[] _used = [];
    private int _usedCount;
    private int _typesDisposed; // the count at the last search for dead lanes
    private int _nextMark; // if a multiple of MarksTaken, all are used
    private bool _hasGuests; // whether there are lanes to give back when the scope ends

    internal static MagazineStore Store => s_store;

    /// <summary>Returns an idle body, or a new one.</summary>
    internal static ScopeBody Rent()
    {
        ScopeBody body = s_store.TryPop() is { } used ? Unsafe.As<ScopeBody>(used) : RentSlow();
        if (body._typesDisposed != s_typesDisposed) // at worst slightly late: nothing is rented from a dead lane
            body.RemoveDeadLanes();

        return body;
    }

    /// <summary>Makes every scope search for lanes of disposed pools when it next begins.</summary>
    // pairs with the reads in Rent and RemoveDeadLanes
    internal static void OnTypeDisposed() => Interlocked.Increment(ref s_typesDisposed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object Rent(EncodeablePool type)
    {
        ScopeLane?[] lanes = _lanes;
        int id = type.LaneId;
        if ((uint)id < (uint)lanes.Length && lanes[id] is { } lane && lane.Owner == type)
        {
            int next = lane.Next;
            MagazineSlot[] slots = lane.Slots;
            if ((uint)next < (uint)slots.Length && slots[next].Item is { } item)
            {
                lane.Next = next + 1;
                return item;
            }
        }

        return RentSlow(type);
    }

    internal PooledArray<T> RentArray<T>(PooledArrayType<T> type, int length)
    {
        ScopeLane?[] lanes = _lanes;
        int id = type.LaneId;
        object? item = null;
        if ((uint)id < (uint)lanes.Length && lanes[id] is { } lane && lane.Owner == type)
        {
            int next = lane.Next;
            MagazineSlot[] slots = lane.Slots;
            if ((uint)next < (uint)slots.Length)
            {
                item = slots[next].Item;
                if (item is not null)
                    lane.Next = next + 1;
            }
        }

        PooledArray<T> array = Unsafe.As<PooledArray<T>>(item ?? RentArraySlow(type));
        array.Open(length);
        return array;
    }

    /// <summary>Gives up an object, which then belongs to the caller.</summary>
    /// <returns><see langword="false"/> if the scope does not hold it.</returns>
    internal bool TryRemove(object item, ref EncodeableState state) =>
        state.Type is { } type && FindLane(type, type.LaneId) is { } lane && lane.TryRemove(item, ref state.Slot);

    /// <summary>Gives up an array, which then belongs to its object.</summary>
    internal bool TryRemove<T>(PooledArray<T> array)
    {
        PooledArrayType<T> type = PooledArrayType<T>.Shared;
        return FindLane(type, type.LaneId) is { } lane && lane.TryRemove(array, ref array.Slot);
    }

    /// <summary>Ends the scope of the given version, and returns everything that it holds as well as itself.</summary>
    /// <returns><see langword="false"/> if the scope has already ended; nothing was done.</returns>
    internal bool TryEnd(int version)
    {
        // The only locked instruction of a message: one of all copies and threads ends the scope. Releases the owner's
        // writes.
        int ended = unchecked(version + 1);
        if (Interlocked.CompareExchange(ref Version, ended, version) != version)
            return s_store.RefuseReturn();

        var result = default(BulkReturn);
        for (int i = 0; i < _usedCount; i++)
        {
            // all of them before anything is closed or returned: lists visit what their parts hold
            _used[i].Lane.ResetObjects(ref result);
        }

        for (int i = 0; i < _usedCount; i++)
            _used[i].Lane.ReturnAll(ref result);

        if (_hasGuests)
            SendGuestsHome();

        _usedCount = 0;
        if (ended == Exhausted)
            s_store.CountDropped(DropReason.Exhausted, this);
        else if (!s_store.TryPush(this))
            s_store.PushSlow(this);

        result.Complete();
        return true;
    }

    /// <summary>Returns a negative number that only the parts of one detached graph carry.</summary>
    /// <remarks>Repeats after 2^31 graphs. It is a second safeguard: an object whose nested references were not changed
    /// since it was detached does not need it.</remarks>
    internal int NextMark()
    {
        if (_nextMark % MarksTaken == 0)
        {
            // pairs with itself: each call takes different marks
            _nextMark = Interlocked.Add(ref s_marks, MarksTaken) - MarksTaken;
        }

        return _nextMark++ | int.MinValue;
    }

    /// <summary>Throws the exception for the use of a scope that has ended, or of the default value.</summary>
    [DoesNotReturn]
    internal static void ThrowEnded(ScopeBody? body) => throw EndedRental.Used(nameof(PooledScope), pool: null, body);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ScopeBody RentSlow()
    {
        ScopeBody body = s_store.PopSlow() is { } used ? Unsafe.As<ScopeBody>(used) : new ScopeBody();
        if (s_store.Mode != PoolingMode.Off)
            s_store.NoteRented(body);

        return body;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object RentSlow(EncodeablePool type) =>
        RentFrom(FindLane(type, type.LaneId) ?? AddLane(type.RentLane()));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object RentArraySlow<T>(PooledArrayType<T> type) =>
        RentFrom(FindLane(type, type.LaneId) ?? AddLane(type.RentLane()));

    private object RentFrom(ScopeLane lane)
    {
        if (!lane.IsUsed)
        {
            if (_usedCount == _used.Length)
                Array.Resize(ref _used, Math.Max(4, _usedCount * 2));

            _used[_usedCount++].Lane = lane; // before it holds anything; an empty lane returns nothing
        }

        return lane.RentSlow();
    }

    internal ScopeLane? FindLane(object owner, int id) =>
        (uint)id < (uint)_lanes.Length && _lanes[id] is { } lane && lane.Owner == owner ? lane : null;

    // A struct around the reference, so that storing it needs no array covariance check.
    private struct UsedLane
    {
        internal ScopeLane Lane;
    }
}
