using System.Diagnostics;

namespace Pooling.Objects;

/// <summary>A small last-in, first-out stack of items that moves between a thread and the depot as a whole. Owned by one side at a
/// time.</summary>
internal sealed class Magazine
{
    /// <summary>An empty magazine with no capacity, for threads without magazines.</summary>
    internal static readonly Magazine None = new(0, countsBytes: false);

    internal readonly MagazineSlot[] Slots;
    private readonly long[]? _sizes; // bytes of each item; null in a pool that does not count bytes

    internal Magazine(int size, bool countsBytes)
    {
        Slots = size == 0 ? [] : new MagazineSlot[size];
        _sizes = countsBytes ? new long[size] : null;
    }

    /// <summary>The number of items in <see cref="Slots"/>. While a thread has this magazine loaded, that thread keeps the count
    /// instead.</summary>
    internal int Count { get; set; }

    internal bool IsFull => Count == Slots.Length;

    internal void Push(object item, long size)
    {
        Debug.Assert(!IsFull);
        int count = Count;
        Slots[count].Item = item;
        SetSize(count, size);
        Count = count + 1;
    }

    internal object Pop()
    {
        Debug.Assert(Count > 0);
        int last = Count - 1;
        object item = Slots[last].Item!;
        Slots[last].Item = null;
        Count = last;
        return item;
    }

    /// <summary>The size of an item in bytes, as of its return; 0 in a pool that does not count bytes.</summary>
    internal long SizeAt(int index) => _sizes is null ? 0 : _sizes[index];

    internal void SetSize(int index, long size)
    {
        if (_sizes is not null)
            _sizes[index] = size;
    }

    /// <summary>The size of the item that <see cref="Pop"/> would return, in bytes.</summary>
    internal long PeekSize() => SizeAt(Count - 1);

    /// <summary>The size of the first items, in bytes; 0 in a pool that does not count bytes.</summary>
    internal long SumBytes(int count) => _sizes is null ? 0 : Sum(_sizes, count);

    /// <summary>Counts the items by reading every slot: correct even while the owner pops or pushes one.</summary>
    internal int CountSlots()
    {
        int count = 0;
        foreach (ref MagazineSlot slot in Slots.AsSpan())
        {
            if (Volatile.Read(ref slot.Item) is not null) // pairs with the owner's plain stores, through the preceding process-wide barrier
                count++;
        }

        return count;
    }

    /// <summary>Lists the items without taking them. Works while another thread pops and pushes: it reads the slots and never the count,
    /// which may be outdated.</summary>
    internal void CopyTo(List<object> items)
    {
        foreach (ref MagazineSlot slot in Slots.AsSpan())
        {
            // pairs with the publication of the object; read once, since it may be popped
            if (Volatile.Read(ref slot.Item) is { } item)
                items.Add(item);
        }
    }

    internal void DrainTo(List<object> items)
    {
        while (Count > 0)
            items.Add(Pop());
    }

    private static long Sum(long[] sizes, int count)
    {
        long bytes = 0;
        foreach (long size in sizes.AsSpan(0, Math.Min(count, sizes.Length))) // an outdated count may belong to another magazine
            bytes += size;

        return bytes;
    }
}
