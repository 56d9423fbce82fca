namespace Pooling.Objects;

/// <summary>Lists of items that are to be dropped: the room in them is made before items are taken from where they are,
/// since it may run out of memory.</summary>
internal static class DropList
{
    /// <summary>Makes room for more items.</summary>
    internal static void Reserve(List<object> dropped, int items)
    {
        if (dropped.Capacity - dropped.Count >= items)
            return;

        Allocations.Failing?.Invoke();
        dropped.Capacity = Math.Max(dropped.Count + items, 2 * dropped.Capacity);
    }
}
