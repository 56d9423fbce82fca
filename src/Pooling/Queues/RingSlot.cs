namespace Pooling.Queues;

/// <summary>A slot of a ring with several producers.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal struct RingSlot<T>
{
    /// <summary>Stands for slots that the first item makes. Until then, every position is 0, so that one slot is
    /// enough, which neither has that item nor is empty for it.</summary>
    internal static readonly RingSlot<T>[] NotMade = [new() { Sequence = long.MinValue }];

    /// <summary>The position that this slot serves. If its lowest bit is set, the slot holds the item of that position;
    /// otherwise it is empty.</summary>
    internal long Sequence;

    internal T Item;

    /// <summary>Creates the slots of a ring.</summary>
    /// <param name="count">The number of slots, a power of two.</param>
    /// <param name="start">The first position, an even number.</param>
    internal static RingSlot<T>[] Create(int count, long start)
    {
        var slots = new RingSlot<T>[count];
        for (int i = 0; i < count; i++)
            slots[(int)((start >> 1) + i) & (count - 1)].Sequence = start + (2 * i);

        return slots;
    }
}
