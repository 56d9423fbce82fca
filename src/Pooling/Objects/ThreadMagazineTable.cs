namespace Pooling.Objects;

/// <summary>The calling thread's table that maps pool ids to its magazines.</summary>
internal static class ThreadMagazineTable
{
    /// <summary>Indexed by pool id; unused entries are <see cref="ThreadMagazine.None"/>. Read by slow paths
    /// only.</summary>
    [ThreadStatic]
    internal static ThreadMagazine[]? Entries;

    [ThreadStatic]
    private static ThreadSentinel? t_sentinel;

    /// <summary>The calling thread; <see langword="null"/> until it uses a pool.</summary>
    internal static ThreadOwner? Owner => t_sentinel?.Owner;

    internal static void Set(int id, ThreadMagazine magazine) => Entries![id] = magazine;

    /// <summary>Makes room for an id. Called without a lock, since it allocates.</summary>
    internal static ThreadOwner EnsureCapacity(int id)
    {
        ThreadMagazine[]? entries = Entries;
        if (entries is not null && id < entries.Length)
            return t_sentinel!.Owner;

        var larger = new ThreadMagazine[Math.Max(id + 1, Math.Max(8, (entries?.Length ?? 0) * 2))];
        int used = entries?.Length ?? 0;
        entries?.CopyTo(larger, 0);
        for (int i = used; i < larger.Length; i++)
            larger[i] = ThreadMagazine.None; // not Fill, which is compiled for this type at the first use of a pool

        t_sentinel ??= new ThreadSentinel();
        t_sentinel.Owner.Entries = larger;
        Entries = larger;
        ThreadNumber.Current = t_sentinel.Owner.Number;
        return t_sentinel.Owner;
    }

    /// <summary>Gives up this thread's items of disposed pools, if one of them has requested that.</summary>
    internal static void LeaveDisposedPools()
    {
        if (Owner is not { } owner || !owner.TakeWake())
            return;

        foreach (ThreadMagazine magazine in owner.Entries)
        {
            if (magazine.Store is { IsDisposed: true } store)
                store.Leave(magazine);
        }
    }
}
