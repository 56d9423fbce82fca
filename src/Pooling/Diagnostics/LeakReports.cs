using System.Collections.Concurrent;

namespace Pooling.Diagnostics;

/// <summary>Reports leaks, each place once: to the handlers of the event, to the event source, and on request.</summary>
internal static class LeakReports
{
    private static readonly Lock s_reporting = new(); // held while leaks are added up: a list that is asked for waits for them
    private static readonly Lock s_gate = new();
    private static readonly ConcurrentQueue<(TrackedRental Rental, TimeSpan Age)> s_found = new(); // by finalizers, not yet reported
    private static readonly RentalPlaces s_places = new(); // guarded by the lock
    private static int s_posted;

    /// <summary>Occurs when the first leak of a place is reported.</summary>
    internal static event Action<RentalPlace>? Found;

    /// <summary>Queues a leak. Called by finalizers: it is reported on the thread pool, so that an idle program reports, too.</summary>
    internal static void Add(TrackedRental rental)
    {
        s_found.Enqueue((rental, rental.Age));
        if (Interlocked.Exchange(ref s_posted, 1) == 0) // pairs with the write in Report
            WorkQueue.Post(static _ => Report(), 0);
    }

    internal static List<RentalPlace> List()
    {
        Report();
        return Known();
    }

    /// <summary>Lists what was already reported.</summary>
    internal static List<RentalPlace> Known()
    {
        using (LockHold.Of(s_gate))
            return s_places.List();
    }

    internal static void CopyTo(List<PoolReading> readings)
    {
        Report();
        using (LockHold.Of(s_gate))
            s_places.CopyTo(readings);
    }

    private static void Report()
    {
        Volatile.Write(ref s_posted, 0); // before the work, so that a leak during it posts again
        List<RentalPlace> fresh = [];
        using (LockHold.Of(s_reporting))
        {
            while (s_found.TryDequeue(out (TrackedRental Rental, TimeSpan Age) leak))
            {
                if (AddUp(leak.Rental, leak.Age) is { } place)
                    fresh.Add(place);
            }
        }

        fresh.ForEach(Tell); // user code: without a lock
    }

    private static RentalPlace? AddUp(TrackedRental rental, TimeSpan age)
    {
        string stack = StackText.Of(rental.Stack); // may load assemblies
        using (LockHold.Of(s_gate))
            return s_places.Add(rental.PoolName, stack, rental.Bytes, age);
    }

    private static void Tell(RentalPlace place)
    {
        Try(static place => Telemetry.Listened?.LeakFound(place.PoolName, place.StackTrace), place);
        if (Found is not { } handlers)
            return;

        foreach (Delegate handler in handlers.GetInvocationList())
            Try((Action<RentalPlace>)handler, place);
    }

    private static void Try(Action<RentalPlace> handler, RentalPlace place)
    {
        try
        {
            handler(place);
        }
#pragma warning disable CA1031 // handlers are user code: what they throw must not end the process from the thread pool
        catch
#pragma warning restore CA1031
        {
        }
    }
}
