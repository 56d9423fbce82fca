using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <content>Several items at a time, and exchanges with the depot. A run is a span of references, or of structs that
/// wrap one.</content>
internal sealed partial class ThreadMagazine
{
    /// <summary>Takes the spare item and the last ones of the slots, as many as fit into the span.</summary>
    /// <returns>The number of items taken.</returns>
    internal int PopRun<T>(Span<T> items)
    {
        int taken = 0;
        if (items.Length > 0 && Spare is { } spare)
        {
            Spare = null;
            ReferenceSpan.Slot<T, MagazineSlot>(ref items[taken++]).Item = spare;
        }

        int count = Math.Min(Count, items.Length - taken);
        Span<MagazineSlot> slots = Slots.AsSpan(Count - count, count);
        ReferenceSpan.CopyFrom(items.Slice(taken, count), slots);
        slots.Clear();
        Count -= count;
        taken += count;
        Popped += taken;
        return taken;
    }

    /// <summary>Keeps as many items as there is room for.</summary>
    /// <returns>The number of items kept.</returns>
    internal int PushRun<T>(ReadOnlySpan<T> items)
    {
        int pushed = Math.Min(Slots.Length - Count, items.Length);
        ReferenceSpan.CopyTo(items[..pushed], Slots.AsSpan(Count, pushed));
        Count += pushed;
        if (pushed < items.Length && Spare is null && MayHaveSpare)
            Spare = ReferenceSpan.Slot<T, MagazineSlot>(ref Unsafe.AsRef(in items[pushed++])).Item;

        return pushed;
    }

    /// <summary>Takes items from the depot, up to half of the room, for a thread whose slots are empty. Called within
    /// the lock.</summary>
    /// <param name="depot">The depot.</param>
    /// <param name="wanted">The number of items that the thread needs now: half of the room becomes at least as many,
    /// if the limit allows it.</param>
    internal void Replenish(MagazineDepot depot, int wanted)
    {
        if (depot.Count == 0 || Count > 0)
            return;

        // what it may take doubles each time, as with returns
        TryGrow((int)Math.Min(Math.Max(2L * wanted, Slots.Length + 1L), int.MaxValue));
        int count = depot.Take(Slots.AsSpan(0, (Slots.Length + 1) / 2));
        Count = count;
        _rest.MovedOut -= count;
    }

    /// <summary>Moves the upper half of full slots to the depot, or as many items as it has room for. Called within the
    /// lock.</summary>
    internal void Unload(MagazineDepot depot)
    {
        int half = (Count + 1) / 2;
        int moved = depot.Add<MagazineSlot>(Slots.AsSpan(Count - half, half));
        Slots.AsSpan(Count - half, moved).Clear();
        Slots.AsSpan(Count - half + moved, half - moved).CopyTo(Slots.AsSpan(Count - half));
        Slots.AsSpan(Count - moved, moved).Clear();
        Count -= moved;
        _rest.MovedOut += moved;
    }

    /// <summary>Halves the room of a thread that has not needed the depot, which gets the rest. Called within the
    /// lock.</summary>
    internal void Shrink(MagazineDepot depot, ref List<object>? dropped)
    {
        MagazineSlot[] slots = Slots;
        int length = slots.Length / 2;
        if (length < SmallestSlots)
            length = 0;

        int surplus = Math.Max(0, Count - length);
        depot.Reserve(surplus + 1, ref dropped);
        MagazineSlot[] smaller = length == 0 ? MagazineSlot.None : new MagazineSlot[length];
        Array.Copy(slots, surplus, smaller, 0, Count - surplus);
        Slots = smaller;
        Count -= surplus;
        _rest.MovedOut += surplus;
        foreach (MagazineSlot slot in slots.AsSpan(0, surplus))
            depot.Adopt(slot.Item!, ref dropped);

        if (MayHaveSpare || Spare is not { } spare)
            return;

        Spare = null;
        _rest.MovedOut++;
        depot.Adopt(spare, ref dropped);
    }

    /// <summary>Moves all items into a list; a leased home cell stays.</summary>
    internal void DrainTo(List<object> items)
    {
        DropList.Reserve(items, Count + 2);
        int before = items.Count;
        if (Spare is { } spare)
        {
            Spare = null;
            items.Add(spare);
        }

        if (Home is { IsFreeAtHome: true })
            items.Add(TakeHome());

        while (Count > 0)
        {
            ref MagazineSlot slot = ref Slots[--Count];
            items.Add(slot.Item!);
            slot.Item = null;
        }

        _rest.MovedOut += items.Count - before;
    }

    /// <summary>Gives up everything that an access could reach, but for the home cell.</summary>
    internal (object? Spare, MagazineSlot[] Slots, int Count) Detach()
    {
        (object? Spare, MagazineSlot[] Slots, int Count) items = (Spare, Slots, Count);
        _rest.MovedOut += Count + (Spare is null ? 0 : 1);
        Spare = null;
        Slots = MagazineSlot.None;
        Count = 0;
        return items;
    }

    /// <summary>Lists the items without taking them, while the thread may continue. Called under the depot's
    /// lock.</summary>
    internal void CopyTo(List<object> items)
    {
        if (Volatile.Read(ref Spare) is { } spare) // read once, since it may be popped; needs no pairing
            items.Add(spare);

        if (Volatile.Read(ref Home) is { IsFreeAtHome: true } home) // likewise
            items.Add(home);

        foreach (ref MagazineSlot slot in Volatile.Read(ref Slots).AsSpan()) // never the count, which may be outdated
        {
            // pairs with the publication of the object; read once, since it may be popped
            if (Volatile.Read(ref slot.Item) is { } item)
                items.Add(item);
        }
    }
}
