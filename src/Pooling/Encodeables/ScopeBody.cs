using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The pooled part of a scope: one lane for each type that was ever rented through it.</summary>
internal sealed class ScopeBody
{
    private static readonly MagazineStore s_store = new(
        nameof(PooledScope),
        new MagazinePoolOptions { MagazineSize = 8, MaximumRetained = Math.Max(1024, 64 * Environment.ProcessorCount) });

    internal int Version;
    private ScopeLane?[] _lanes = []; // by store id
    private UsedLane[] _used = [];
    private int _usedCount;

    internal static MagazineStore Store => s_store;

    internal static ScopeBody Rent() => s_store.TryPop() is { } used ? Unsafe.As<ScopeBody>(used) : RentSlow();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object Rent(PooledEncodeableType type)
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

    /// <summary>Gives up an object, which its caller then owns.</summary>
    /// <returns><see langword="false"/> if the scope does not hold it.</returns>
    internal bool TryRemove(object item, ref EncodeableState state) =>
        state.Type is { } type && FindLane(type, type.LaneId) is { } lane && lane.TryRemove(item, ref state.Slot);

    /// <summary>Gives up an array, which its object then owns.</summary>
    internal bool TryRemove<T>(PooledArray<T> array)
    {
        PooledArrayType<T> type = PooledArrayType<T>.Shared;
        return FindLane(type, type.LaneId) is { } lane && lane.TryRemove(array, ref array.Slot);
    }

    /// <summary>Ends the scope of the given version and returns all that it holds, and itself.</summary>
    /// <returns><see langword="false"/> if that scope has ended before; nothing was done.</returns>
    internal bool TryEnd(int version)
    {
        // The one locked instruction of a message: of all copies and threads one ends the scope. Releases the owner's writes.
        if (Interlocked.CompareExchange(ref Version, version + 1, version) != version)
            return false;

        var result = default(BulkReturn);
        for (int i = 0; i < _usedCount; i++)
            _used[i].Lane.ReturnAll(ref result);

        _usedCount = 0;
        if (!s_store.TryPush(this))
            s_store.PushSlow(this);

        result.Complete();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ScopeBody RentSlow() => s_store.PopSlow() is { } used ? Unsafe.As<ScopeBody>(used) : new ScopeBody();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object RentSlow(PooledEncodeableType type) =>
        RentFrom(FindLane(type, type.LaneId) ?? AddLane(type.CreateLane(), type.LaneId));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object RentArraySlow<T>(PooledArrayType<T> type) =>
        RentFrom(FindLane(type, type.LaneId) ?? AddLane(new ArrayLane<T>(), type.LaneId));

    private object RentFrom(ScopeLane lane)
    {
        if (!lane.IsUsed)
        {
            if (_usedCount == _used.Length)
                Array.Resize(ref _used, Math.Max(4, _usedCount * 2));

            _used[_usedCount++].Lane = lane; // before it holds anything; a lane that stays empty returns nothing
        }

        return lane.RentSlow();
    }

    private ScopeLane? FindLane(object owner, int id) => (uint)id < (uint)_lanes.Length && _lanes[id] is { } lane && lane.Owner == owner ? lane : null;

    private ScopeLane AddLane(ScopeLane lane, int id)
    {
        if (id >= _lanes.Length)
            Array.Resize(ref _lanes, Math.Max(id + 1, Math.Max(8, _lanes.Length * 2)));

        _lanes[id] = lane;
        return lane;
    }

    // A struct around the reference, so that storing it needs no array covariance check.
    private struct UsedLane
    {
        internal ScopeLane Lane;
    }
}
