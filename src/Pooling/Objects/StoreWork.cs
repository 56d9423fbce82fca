namespace Pooling.Objects;

/// <summary>The work of a store on the thread pool: trims that are due, and disposals of items that the caller has
/// nothing to do with.</summary>
/// <remarks>Invariant: each of these items is in one list, and each list belongs to the one that has taken it from here
/// by an exchange. So none is lost or disposed twice, whenever this is posted or runs.</remarks>
internal sealed class StoreWork : PostedWork
{
    private const int NotRequested = 0;
    private const int Requested = 1; // further requests join it, to the end of the trim
    private const int Trimming = 2;

    private readonly MagazineStore _store;
    private readonly TrimClock _clock;
    private int _trim;
    private List<object>? _lateDrops;

    internal StoreWork(MagazineStore store, StoreOptions options)
    {
        _store = store;
        _clock = new TrimClock(options.TrimAfter, options.TimeProvider);
    }

    /// <summary>Requests a trim unless one is pending.</summary>
    internal void RequestTrim()
    {
        // pairs with the exchange and the write in Run
        if (Interlocked.CompareExchange(ref _trim, Requested, NotRequested) == NotRequested)
            Post();
    }

    /// <summary>Requests a trim if one is due, and posts what could not be posted earlier. The clock is user code,
    /// which may throw: never called within a lock.</summary>
    internal void TrimIfDue()
    {
        if (WorkQueue.Kept is not null)
            WorkQueue.PostKept();

        if (_clock.IsDue())
            RequestTrim();
    }

    /// <summary>Does the same for several items that are returned.</summary>
    internal void TrimIfDue(ref BulkReturn result)
    {
        try
        {
            TrimIfDue();
        }
        catch (Exception exception)
        {
            result.Fail(exception);
        }
    }

    /// <summary>Requests a trim if one is due, for a caller that must not get the exception of a failing clock: the
    /// pool's next caller gets it.</summary>
    internal void TrimQuietlyIfDue()
    {
        try
        {
            TrimIfDue();
        }
#pragma warning disable CA1031 // see the summary
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Whether a trim is due; a failing clock says no.</summary>
    internal bool IsDue()
    {
        try
        {
            return _clock.IsDue();
        }
#pragma warning disable CA1031 // the pool's next caller gets the exception
        catch
#pragma warning restore CA1031
        {
            return false;
        }
    }

    /// <summary>Starts a new interval, for a trim that has another reason. It goes on without a failing
    /// clock.</summary>
    internal void Restart()
    {
        try
        {
            _clock.Restart();
        }
#pragma warning disable CA1031 // the pool's next caller gets the exception
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Disposes items, which belong to the store now, on the thread pool. Called without the depot's
    /// lock.</summary>
    internal void DropLater(List<object> items)
    {
        // pairs with the exchanges below and in Run
        while (Interlocked.CompareExchange(ref _lateDrops, items, null) is not null)
        {
            if (Interlocked.Exchange(ref _lateDrops, null) is { } others) // as above
                items = Join(others, items);
        }

        Post();
    }

    protected override void Run()
    {
        Drop.AllQuietly(Interlocked.Exchange(ref _lateDrops, null), _store); // as in DropLater

        // one of several threads trims; pairs with the exchange in RequestTrim
        if (Interlocked.CompareExchange(ref _trim, Trimming, Requested) != Requested)
            return;

        int next = NotRequested;
        try
        {
            _store.TrimIdle();
        }
        catch (OutOfMemoryException)
        {
            next = Requested; // this runs once more
            throw;
        }
        finally
        {
            Volatile.Write(ref _trim, next); // pairs with the exchange in RequestTrim
        }
    }

    private List<object> Join(List<object> items, List<object> more)
    {
        try
        {
            items.AddRange(more);
        }
        catch (OutOfMemoryException)
        {
            Drop.AllQuietly(more, _store); // nobody else knows them
        }

        return items;
    }
}
