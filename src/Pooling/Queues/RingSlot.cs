namespace Pooling.Queues;

/// <summary>One place of a ring with several producers.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal struct RingSlot<T>
{
    /// <summary>The position that this slot serves: with its lowest bit set, the item of that position is here; without, it is
    /// awaited.</summary>
    internal long Sequence;

    internal T Item;
}
