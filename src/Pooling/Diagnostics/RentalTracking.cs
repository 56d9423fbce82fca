using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Diagnostics;

/// <summary>Remembers rentals in <see cref="PoolingMode.Leaks"/>: by item, as long as the item lives, and in a list of
/// all of them.</summary>
/// <remarks>
/// <para>Only items that were rented through a slow path are tracked, which in this mode are all of them. The table
/// holds a sentinel for each; if the collector finds the item, it finds the sentinel with it.</para>
/// <para>Invariant: a rental that began before the last change of the mode is never reported, because its return may
/// have taken a fast path, which does not come here. Changes are counted: a pool takes over the count together with the
/// mode, after it has taken all places away, and a rental is tracked only while the count is still that of its
/// pool.</para>
/// <para>All changes are made within one lock, because the table's own lock does not protect its waits from interrupts.
/// Nothing here stops the operation that calls it: see <see cref="DiagnosticSteps"/>.</para>
/// </remarks>
internal static class RentalTracking
{
    private static readonly Lock s_gate = new();
    private static readonly ConditionalWeakTable<object, object> s_sentinels = new();
    private static readonly HashSet<TrackedRental> s_live = [];
    private static int s_generation;

    [ThreadStatic]
    private static uint t_random;

    /// <summary>The number of changes of the mode.</summary>
    internal static int Generation => Volatile.Read(ref s_generation); // pairs with the increment in Forget

    /// <summary>Whether a rental was ever tracked, so that others need not look for leaks.</summary>
    internal static bool WasUsed => PoolingDiagnostics.Current == PoolingMode.Leaks || Generation > 0;

    /// <summary>Decides whether the calling thread's next rental is tracked.</summary>
    internal static bool IsNextTracked()
    {
        int interval = PoolingDiagnostics.LeakInterval;
        // never every n-th: a periodic program would hide its leak
        return interval == 1 || NextRandom() % (uint)interval == 0;
    }

    /// <summary>Tracks the rental of an item.</summary>
    /// <param name="item">The object that is reachable as long as the rental can be returned.</param>
    /// <param name="poolName">The name of the pool.</param>
    /// <param name="bytes">The bytes of the item; 0 if they are unknown.</param>
    /// <param name="generation">The number of changes of the mode that the pool has seen.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Begin(object item, string poolName, long bytes, int generation)
    {
        (object Item, string PoolName, long Bytes, int Generation) work = (item, poolName, bytes, generation);
        DiagnosticSteps.Run(static (ref work) => Begin(ref work), ref work);
    }

    private static void Begin(ref (object Item, string PoolName, long Bytes, int Generation) work)
    {
        var rental = new TrackedRental(work.PoolName, DiagnosticSteps.CaptureStack(), work.Bytes);
        var sentinel = new RentalSentinel(rental);
        LeakReports.Prepare();
        using (LockHold.Of(s_gate))
        {
            if (work.Generation != s_generation || PoolingDiagnostics.Current != PoolingMode.Leaks)
                return;

            EndLocked(work.Item); // of a rental before a change of the mode
            if (DiagnosticSteps.TryAdd(s_sentinels, work.Item, sentinel))
                s_live.Add(rental); // last: the sentinel of a rental that is not in the set reports nothing
        }
    }

    /// <summary>Ends the rental of an item, if it is tracked.</summary>
    internal static void End(object item)
    {
        using (LockHold.Of(s_gate))
            EndLocked(item);
    }

    /// <summary>Ends a rental whose item the collector has found.</summary>
    /// <returns><see langword="false"/> if it was returned, or began before a change of the mode.</returns>
    internal static bool TryLose(TrackedRental rental)
    {
        using (LockHold.Of(s_gate))
            return s_live.Remove(rental);
    }

    /// <summary>Gives up all tracked rentals, after the mode was changed. Their sentinels may stay with idle items for
    /// a while: they keep no stack, which might keep a plug-in loaded.</summary>
    internal static void Forget()
    {
        LeakReports.TakeFound(); // they were lost before the change
        using (LockHold.Of(s_gate))
        {
            Volatile.Write(ref s_generation, s_generation + 1); // pairs with the read in Generation
            foreach (TrackedRental rental in s_live)
                rental.Stack = null;

            s_live.Clear();
        }
    }

    internal static List<RentalPlace> List(TimeSpan minimumAge)
    {
        LeakReports.TakeFound(); // not live any more
        List<(string PoolName, StackTrace? Stack, long Bytes, TimeSpan Age)> live = [];
        using (LockHold.Of(s_gate))
        {
            foreach (TrackedRental rental in s_live)
            {
                if (rental.Age is { } age && age >= minimumAge)
                    live.Add((rental.PoolName, rental.Stack, rental.Bytes, age));
            }
        }

        var places = new RentalPlaces();
        foreach ((string poolName, StackTrace? stack, long bytes, TimeSpan age) in live)
            places.Add(poolName, StackText.Of(stack), bytes, age);

        List<RentalPlace> list = places.List();
        list.Sort(static (left, right) => right.Age.CompareTo(left.Age));
        return list;
    }

    private static void EndLocked(object item)
    {
        if (!s_sentinels.TryGetValue(item, out object? found) || found is not RentalSentinel sentinel)
            return;

        DiagnosticSteps.Remove(s_sentinels, item);
        s_live.Remove(sentinel.Release());
    }

    // Marsaglia's xorshift, seeded by the thread.
    private static uint NextRandom()
    {
        uint random = t_random;
        if (random == 0)
            random = (uint)Environment.CurrentManagedThreadId * 2654435761u ^ (uint)Stopwatch.GetTimestamp() | 1;

        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return t_random = random;
    }
}
