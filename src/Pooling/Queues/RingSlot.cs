namespace Pooling.Queues;

/// <summary>A slot of a ring with several producers.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal struct RingSlot<T>
{
    /// <summary>The position that this slot serves. If its lowest bit is set, the slot holds the item of that position; otherwise it is
    /// empty.</summary>
    internal long Sequence;

    internal T Item;
}
