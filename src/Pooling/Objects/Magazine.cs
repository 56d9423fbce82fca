using System.Diagnostics;

namespace Pooling.Objects;

/// <summary>A small last-in, first-out stack of items that moves between a thread and the depot as a whole. Owned by one side at a
/// time.</summary>
internal sealed class Magazine
{
    /// <summary>An empty magazine with no capacity, for threads without magazines.</summary>
    internal static readonly Magazine None = new(0);

    internal readonly MagazineSlot[] Slots;

    internal Magazine(int size) => Slots = size == 0 ? [] : new MagazineSlot[size];

    /// <summary>The number of items in <see cref="Slots"/>. While a thread has this magazine loaded, that thread keeps the count
    /// instead.</summary>
    internal int Count { get; set; }

    internal bool IsFull => Count == Slots.Length;

    internal void Push(object item)
    {
        Debug.Assert(!IsFull);
        int count = Count;
        Slots[count].Item = item;
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
}
