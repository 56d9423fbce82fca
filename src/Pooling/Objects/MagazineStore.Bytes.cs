namespace Pooling.Objects;

/// <content>For pools whose items have bytes that the store does not count: they are added up on request, by visiting
/// every retained item.</content>
internal sealed partial class MagazineStore
{
    /// <summary>Counts the bytes of items from now on.</summary>
    /// <param name="sizeOf">As in <see cref="StoreOptions.SizeOf"/>.</param>
    internal void MeasureItems(Func<object, long> sizeOf) =>
        Volatile.Write(ref SizeOf, sizeOf); // pairs with the read in GetStatistics

    /// <summary>Adds up the bytes of every item in the depot and in the magazines of all threads.</summary>
    /// <param name="sizeOf">Returns the size of an item in bytes; called without a lock. The item may have been rented
    /// in the meantime, and be in use on another thread.</param>
    /// <remarks>Exact while no other thread uses the pool; otherwise slightly outdated. Allocates a list of the
    /// items.</remarks>
    internal long WalkRetainedBytes(Func<object, long> sizeOf)
    {
        var items = new List<object>();
        using (_depot.Enter())
            CopyRetainedTo(items);

        long bytes = 0;
        foreach (object item in items)
            bytes += sizeOf(item);

        return bytes;
    }
}
