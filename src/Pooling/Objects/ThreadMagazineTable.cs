namespace Pooling.Objects;

/// <summary>The calling thread's table from pool id to its magazines of that pool.</summary>
internal static class ThreadMagazineTable
{
    /// <summary>Indexed by pool id; unused entries hold <see cref="ThreadMagazines.None"/>. Fast paths read it directly.</summary>
    [ThreadStatic]
    internal static ThreadMagazines[]? Entries;

    [ThreadStatic]
    private static ThreadSentinel? t_sentinel;

    [ThreadStatic]
    private static int t_leftEpoch;

    internal static void Set(int id, ThreadMagazines magazines)
    {
        EnsureCapacity(id);
        Entries![id] = magazines;
    }

    /// <summary>Makes room for an id; what can run out of memory happens here, before a pool hands out credit.</summary>
    internal static void EnsureCapacity(int id)
    {
        ThreadMagazines[]? entries = Entries;
        if (entries is not null && id < entries.Length)
            return;

        var larger = new ThreadMagazines[Math.Max(id + 1, Math.Max(8, (entries?.Length ?? 0) * 2))];
        int used = entries?.Length ?? 0;
        entries?.CopyTo(larger, 0);
        larger.AsSpan(used).Fill(ThreadMagazines.None);

        t_sentinel ??= new ThreadSentinel();
        t_sentinel.Entries = larger;
        Entries = larger;
    }

    /// <summary>Gives up this thread's items of disposed pools, once per epoch of the registry.</summary>
    internal static void LeaveDisposedPools(int epoch)
    {
        if (t_leftEpoch == epoch)
            return;

        t_leftEpoch = epoch;
        foreach (MagazineStore store in PoolRegistry.Undrained())
            store.Leave();
    }
}
