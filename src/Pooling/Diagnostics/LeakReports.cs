using System.Diagnostics;

namespace Pooling.Diagnostics;

/// <summary>Reports leaks, each place once: to the handlers of the event, to the event source, and on
/// request.</summary>
internal static class LeakReports
{
    // held while leaks are added up: a list that is asked for waits for them
    private static readonly Lock s_reporting = new();
    private static readonly Lock s_gate = new();
    private static readonly RentalPlaces s_places = new(); // guarded by the lock
    private static readonly PostedAction s_report = new(Report);
    private static readonly Action<RentalPlace> s_tellListener = TellListener; // made before memory is short
    private static volatile bool s_isPrepared;
    private static TrackedRental? s_found; // a list of what finalizers have found, the last one first
    // a list of those that were not returned before, not yet added up; guarded by the lock
    private static TrackedRental? s_lost;

    /// <summary>Occurs when the first leak of a place is reported.</summary>
    internal static event Action<RentalPlace>? Found;

    /// <summary>Makes what <see cref="Add"/> needs, because finalizers must not allocate, and uses once what a report
    /// uses.</summary>
    internal static void Prepare()
    {
        GC.KeepAlive(s_report);
        if (s_isPrepared)
            return;

        // as in PoolRegistry.Begin: reports come when memory is short
        var places = new RentalPlaces();
        for (int i = 0; i < 2; i++) // the second one compares
            places.Add("", StackText.Of(new StackTrace()), 0, default);

        places.List().Clear();
        GC.KeepAlive(new List<RentalPlace>()); // one with a capacity does not initialize the type
        s_isPrepared = true;
    }

    /// <summary>Lists a rental whose item the collector has found. Called by finalizers: it is reported on another
    /// thread, so that an idle program reports, too.</summary>
    internal static void Add(TrackedRental rental)
    {
        rental.Lose();
        TrackedRental? next;
        do
        {
            next = Volatile.Read(ref s_found); // pairs with the exchange below
            rental.Next = next;
        }
        while (Interlocked.CompareExchange(ref s_found, rental, next) != next); // pairs with the exchange in TakeFound

        s_report.PostFromFinalizer();
    }

    /// <summary>Ends the rentals that the collector has found, before the mode changes or live rentals are
    /// listed.</summary>
    internal static void TakeFound()
    {
        if (Volatile.Read(ref s_found) is null) // pairs with the exchange in Add
            return;

        using (LockHold.Of(s_gate))
        {
            TrackedRental? rental = Interlocked.Exchange(ref s_found, null); // pairs with the exchange in Add
            while (rental is not null)
            {
                TrackedRental? next = rental.Next;
                if (RentalTracking.TryLose(rental))
                {
                    rental.Next = s_lost;
                    s_lost = rental;
                }

                rental = next;
            }
        }
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
        List<RentalPlace> fresh = [];
        try
        {
            using (LockHold.Of(s_reporting))
            {
                TakeFound();
                while (NextLost() is { } rental)
                    AddUp(rental, fresh);
            }
        }
        finally
        {
            foreach (RentalPlace place in fresh)
                Tell(place); // user code: without a lock
        }
    }

    private static TrackedRental? NextLost()
    {
        using (LockHold.Of(s_gate))
            return s_lost;
    }

    private static void AddUp(TrackedRental rental, List<RentalPlace> fresh)
    {
        string stack = StackText.Of(rental.Stack); // may load assemblies
        if (fresh.Count == fresh.Capacity)
            fresh.Capacity = (2 * fresh.Count) + 1; // before the rental is added up

        using (LockHold.Of(s_gate))
        {
            ref TrackedRental? next = ref s_lost; // others may have been put before it in the meantime
            while (next is not null && next != rental)
                next = ref next.Next;

            if (next is null)
                return; // a wait for the lock has run code that added it up

            RentalPlace? place = s_places.Add(rental.PoolName, stack, rental.Bytes, rental.Age);
            next = rental.Next; // now, since what came before may have run out of memory
            rental.Next = null;
            if (place is not null)
                fresh.Add(place);
        }
    }

    /// <summary>Tells of a place. Does not throw, so that the places after it are told of, too.</summary>
    private static void Tell(RentalPlace place)
    {
        Try(s_tellListener, place);
        if (Found is not { } handlers)
            return;

        try
        {
            Allocations.Failing?.Invoke();
            foreach (Delegate handler in handlers.GetInvocationList())
                Try((Action<RentalPlace>)handler, place);
        }
        catch (OutOfMemoryException)
        {
            Try(handlers, place); // until one throws
        }
    }

    private static void TellListener(RentalPlace place) =>
        Telemetry.Listened?.LeakFound(place.PoolName, place.StackTrace);

    private static void Try(Action<RentalPlace> handler, RentalPlace place)
    {
        try
        {
            handler(place);
        }
#pragma warning disable CA1031 // handlers are user code: what they throw must not end the process from another thread
        catch
#pragma warning restore CA1031
        {
        }
    }
}
