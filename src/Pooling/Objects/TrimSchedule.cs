namespace Pooling.Objects;

/// <summary>Decides when a store trims: asks the clock, and posts one trim at a time to the thread pool. It is the work
/// item itself, so that posting does not allocate.</summary>
internal sealed class TrimSchedule : IThreadPoolWorkItem
{
    private readonly MagazineStore _store;
    private readonly TrimClock _clock;
    private int _posted; // 1 from the request for a trim to its end: further requests join it

    internal TrimSchedule(MagazineStore store, StoreOptions options)
    {
        _store = store;
        _clock = new TrimClock(options.TrimAfter, options.TimeProvider);
    }

    /// <summary>Requests a trim if one is due. The clock is user code, which may throw: never called within a
    /// lock.</summary>
    internal void PostIfDue()
    {
        if (_clock.IsDue())
            Post();
    }

    /// <summary>Does the same for a caller that must not get the exception of a failing clock: the pool's next caller
    /// gets it.</summary>
    internal void PostQuietlyIfDue()
    {
        try
        {
            PostIfDue();
        }
#pragma warning disable CA1031 // see the summary
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Requests a trim unless one is pending.</summary>
    internal void Post()
    {
        if (Interlocked.Exchange(ref _posted, 1) != 0) // pairs with the writes here and in Execute
            return;

        try
        {
            WorkQueue.Post(this);
        }
        catch
        {
            Volatile.Write(ref _posted, 0); // pairs with the exchange above: the next request posts again
            throw;
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

    void IThreadPoolWorkItem.Execute()
    {
        try
        {
            _store.TrimIdle();
        }
        finally
        {
            Volatile.Write(ref _posted, 0); // pairs with the exchange in Post
        }
    }
}
