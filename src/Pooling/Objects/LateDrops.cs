namespace Pooling.Objects;

/// <summary>The items of one store that are still to be disposed, on the thread pool.</summary>
/// <remarks>Invariant: each item is in one list, and each list belongs to the one that has taken it from here by an
/// exchange. So none is lost or disposed twice, whenever this is posted or runs.</remarks>
internal sealed class LateDrops(MagazineStore store) : PostedWork
{
    private List<object>? _items;

    /// <summary>Adds items, which belong to this now. Called without the depot's lock.</summary>
    internal void Add(List<object> items)
    {
        // pairs with the exchanges below and in Run
        while (Interlocked.CompareExchange(ref _items, items, null) is not null)
        {
            if (Interlocked.Exchange(ref _items, null) is { } others) // as above
                items = Join(others, items);
        }

        Post();
    }

    // pairs with the exchanges in Add
    protected override void Run() => Drop.AllQuietly(Interlocked.Exchange(ref _items, null), store);

    private List<object> Join(List<object> items, List<object> more)
    {
        try
        {
            items.AddRange(more);
        }
        catch (OutOfMemoryException)
        {
            Drop.AllQuietly(more, store); // nobody else knows them
        }

        return items;
    }
}
