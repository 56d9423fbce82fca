using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>The calling thread's table that maps pool ids to its magazines.</summary>
internal static class ThreadMagazineTable
{
    private const int Smallest = 8;
    private const int LongestKept = 128; // a longer one is replaced if less than an eighth of it is needed

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
        if (entries is null || id >= entries.Length)
            Replace(Math.Max(id + 1, Math.Max(Smallest, (entries?.Length ?? 0) * 2)));
        else if (entries.Length > LongestKept)
            ShrinkIfTooLong(Math.Max(id + 1, Smallest));

        return t_sentinel!.Owner;
    }

    /// <summary>Makes room for an id again, if code that ran while the thread waited for a lock has shortened the
    /// table.</summary>
    internal static void MakeRoom(int id)
    {
        if (id >= Entries!.Length)
            Replace(id + 1);
    }

    /// <summary>Gives up this thread's items of disposed pools, if one of them has requested that.</summary>
    internal static void LeaveDisposedPools()
    {
        if (Owner is not { } owner)
            return;

        if (owner.TakeWake())
        {
            foreach (ThreadMagazine magazine in owner.Entries)
            {
                if (magazine.Store is { IsDisposed: true } store)
                    store.Leave(magazine);
            }
        }

        if (owner.Entries.Length > LongestKept)
            ShrinkIfTooLong(Smallest);
    }

    /// <summary>Replaces a table whose end is not in use any more: it was as long as the largest id of the pools that
    /// existed at the same time, which may be many more than there are now.</summary>
    /// <param name="needed">The number of entries that it must have.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ShrinkIfTooLong(int needed)
    {
        ThreadMagazine[] entries = Entries!;
        int enough = entries.Length / 8;
        if (needed > enough || t_sentinel!.Owner.Registrations > enough)
            return;

        int used = entries.Length;
        while (used > needed && entries[used - 1] == ThreadMagazine.None)
            used--;

        if (used > enough)
            return;

        try
        {
            Replace(2 * used);
        }
        catch (OutOfMemoryException)
        {
            // the longer one remains, and a return that came here goes on
        }
    }

    private static void Replace(int length)
    {
        ThreadMagazine[]? entries = Entries;
        var replacement = new ThreadMagazine[length];
        int used = Math.Min(entries?.Length ?? 0, length);
        if (entries is not null)
            Array.Copy(entries, replacement, used);

        for (int i = used; i < length; i++)
        {
            // not Fill, which is compiled for this type at the first use of a pool
            replacement[i] = ThreadMagazine.None;
        }

        t_sentinel ??= new ThreadSentinel();
        t_sentinel.Owner.Entries = replacement;
        Entries = replacement;
        ThreadNumber.Current = t_sentinel.Owner.Number;
    }
}
