namespace Pooling.Objects;

/// <summary>Decides when a store trims: asks the clock, and posts one trim at a time to the thread pool.</summary>
internal sealed class TrimSchedule : PostedWork
{
    private readonly MagazineStore _store;
    private readonly TrimClock _clock;
    private int _requested; // 1 from the request for a trim to its end: further requests join it

    internal TrimSchedule(MagazineStore store, StoreOptions options)
    {
        _store = store;
        _clock = new TrimClock(options.TrimAfter, options.TimeProvider);
    }

    /// <summary>Requests a trim if one is due, and posts what could not be posted earlier. The clock is user code,
    /// which may throw: never called within a lock.</summary>
    internal void PostIfDue()
    {
        if (WorkQueue.HasKept)
            WorkQueue.PostKept();

        if (_clock.IsDue())
            Request();
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
    internal void Request()
    {
        if (Interlocked.Exchange(ref _requested, 1) == 0) // pairs with the write in Run
            Post();
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

    protected override void Run()
    {
        try
        {
            _store.TrimIdle();
        }
        finally
        {
            Volatile.Write(ref _requested, 0); // pairs with the exchange in Request
        }
    }
}
