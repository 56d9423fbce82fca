using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Diagnostics;

/// <summary>Remembers rentals in <see cref="PoolingMode.Leaks"/>: by item, as long as the item lives, and in a list of all of
/// them.</summary>
/// <remarks>
/// <para>Only items that were rented through a slow path are tracked, which in this mode are all of them. The table holds a sentinel for
/// each; if the collector finds the item, it finds the sentinel with it.</para>
/// <para>Invariant: a rental that began before the last change of the mode is never reported, because its return may have taken a fast
/// path, which does not come here. <see cref="Begin"/> reads the generation before the mode; the change writes the mode before the
/// generation.</para>
/// </remarks>
internal static class RentalTracking
{
    private static readonly ConditionalWeakTable<object, RentalSentinel> s_sentinels = new();
    private static readonly ConcurrentDictionary<Rental, bool> s_live = new();
    private static int s_generation;

    [ThreadStatic]
    private static uint t_random;

    /// <summary>Whether a rental was ever tracked, so that others need not look for leaks.</summary>
    internal static bool WasUsed => PoolingDiagnostics.Mode == PoolingMode.Leaks || Volatile.Read(ref s_generation) > 0;

    /// <summary>Decides whether the calling thread's next rental is tracked.</summary>
    internal static bool IsNextTracked()
    {
        int interval = PoolingDiagnostics.LeakInterval;
        return interval == 1 || NextRandom() % (uint)interval == 0; // never every n-th: a periodic program would hide its leak
    }

    /// <summary>Tracks the rental of an item.</summary>
    /// <param name="item">The object that is reachable as long as the rental can be returned.</param>
    /// <param name="poolName">The name of the pool.</param>
    /// <param name="bytes">The bytes of the item; 0 if they are unknown.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Begin(object item, string poolName, long bytes)
    {
        int generation = Volatile.Read(ref s_generation); // pairs with the increment in Forget
        if (PoolingDiagnostics.Mode != PoolingMode.Leaks)
            return;

        var rental = new Rental(poolName, new StackTrace(fNeedFileInfo: true), bytes, generation);
        var sentinel = new RentalSentinel(rental);
        End(item); // of a rental before a change of the mode
        s_sentinels.Add(item, sentinel);
        s_live[rental] = true;
        if (generation != Volatile.Read(ref s_generation)) // as above: the list was cleared meanwhile
            s_live.TryRemove(rental, out _);
    }

    /// <summary>Ends the rental of an item, if it is tracked.</summary>
    internal static void End(object item)
    {
        if (!s_sentinels.TryGetValue(item, out RentalSentinel? sentinel))
            return;

        s_sentinels.Remove(item);
        Rental rental = sentinel.Release();
        if (rental.TryEnd())
            s_live.TryRemove(rental, out _);
    }

    /// <summary>Takes over a rental whose item the collector has found. Called by finalizers.</summary>
    internal static void Lose(Rental rental)
    {
        s_live.TryRemove(rental, out _);
        if (rental.Generation == Volatile.Read(ref s_generation)) // pairs with the increment in Forget
            LeakReports.Add(rental);
    }

    /// <summary>Gives up all tracked rentals, after the mode was changed.</summary>
    internal static void Forget()
    {
        Interlocked.Increment(ref s_generation); // pairs with the reads in Begin and Lose
        s_live.Clear();
    }

    internal static List<RentalPlace> List(TimeSpan minimumAge)
    {
        var places = new RentalPlaces();
        foreach (KeyValuePair<Rental, bool> live in s_live)
        {
            if (live.Key.Age is { } age && age >= minimumAge)
                places.Add(live.Key, age);
        }

        List<RentalPlace> list = places.List();
        list.Sort(static (left, right) => right.Age.CompareTo(left.Age));
        return list;
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
