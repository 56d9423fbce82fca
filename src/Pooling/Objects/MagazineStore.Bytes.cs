namespace Pooling.Objects;

/// <content>For owners whose items have bytes that the store does not count: asked for now and then, by a walk over everything
/// retained.</content>
internal sealed partial class MagazineStore
{
    /// <summary>Adds up the bytes of every item that lies in the depot or in the magazines of any thread.</summary>
    /// <param name="sizeOf">Tells the bytes of an item; called under no lock. The item may have been rented meanwhile, and be in use on
    /// another thread.</param>
    /// <remarks>Exact while no other thread uses the pool, else a moment old. Allocates a list of the items.</remarks>
    internal long WalkRetainedBytes(Func<object, long> sizeOf)
    {
        var items = new List<object>();
        using (_depot.Enter())
            _depot.CopyRetainedTo(items);

        long bytes = 0;
        foreach (object item in items)
            bytes += sizeOf(item);

        return bytes;
    }
}
