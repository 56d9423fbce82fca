namespace Pooling.Objects;

/// <summary>The calling thread's table that maps pool ids to its magazines.</summary>
internal static class ThreadMagazineTable
{
    /// <summary>Indexed by pool id; unused entries are <see cref="ThreadMagazines.None"/>. Read by slow paths only.</summary>
    [ThreadStatic]
    internal static ThreadMagazines[]? Entries;

    [ThreadStatic]
    private static ThreadSentinel? t_sentinel;

    /// <summary>The calling thread; <see langword="null"/> until it uses a pool.</summary>
    internal static ThreadOwner? Owner => t_sentinel?.Owner;

    internal static void Set(int id, ThreadMagazines magazines) => Entries![id] = magazines;

    /// <summary>Makes room for an id. All allocations happen here, before a pool hands out credit.</summary>
    internal static ThreadOwner EnsureCapacity(int id)
    {
        ThreadMagazines[]? entries = Entries;
        if (entries is not null && id < entries.Length)
            return t_sentinel!.Owner;

        var larger = new ThreadMagazines[Math.Max(id + 1, Math.Max(8, (entries?.Length ?? 0) * 2))];
        int used = entries?.Length ?? 0;
        entries?.CopyTo(larger, 0);
        larger.AsSpan(used).Fill(ThreadMagazines.None);

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

        foreach (ThreadMagazines magazines in owner.Entries)
        {
            if (magazines.Store is { IsDisposed: true } store)
                store.Leave(magazines);
        }
    }
}
