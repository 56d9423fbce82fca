namespace Pooling.Internal.Polyfills;

/// <summary>Queues work to the thread pool without capturing the caller's execution context, or to the thread of the
/// library. Nothing else in the library does.</summary>
/// <remarks>
/// <para>Posting never throws, so that no operation ends between two of its steps: not by an interrupt of the thread,
/// which is saved for its next wait, and not because the thread pool has no memory for its queue. Work that could not
/// be posted is kept, and done after the next slow path of a pool, the next post, or the next generation-2 collection.
/// Keeping it does not allocate.</para>
/// <para>The thread pool may throw after it has taken the work, which is then posted twice: <see cref="PostedWork"/>
/// runs once.</para>
/// </remarks>
internal static class WorkQueue
{
    private const int Patience = 50; // milliseconds until work that has run out of memory is tried again

    /// <summary>The work that waits for <see cref="PostKept"/>, or for the thread of the library. A field, since the
    /// first pool of a process compiles each accessor that it calls.</summary>
    internal static volatile PostedWork? Kept;

    private static long s_nextTry;

    /// <summary>The action that a test runs before work is posted (<see langword="false"/>), and afterwards.</summary>
    internal static Action<IThreadPoolWorkItem, bool>? Posting { get; set; }

    /// <summary>Posts work, to the thread pool. Does not allocate, except within the thread pool.</summary>
    /// <param name="work">The work. If it is not a <see cref="PostedWork"/> and cannot be posted, it runs here; what it
    /// throws is discarded.</param>
    internal static void Post(IThreadPoolWorkItem work)
    {
        if (!TryPost(work, fromFinalizer: false))
            KeepOrRun(work);
        else if (Kept is not null)
            PostKept();
    }

    /// <summary>Posts work to the thread of the library, if there is one.</summary>
    internal static void PostFromFinalizer(PostedWork work)
    {
        if (!TryPost(work, fromFinalizer: true))
            Keep(work);
    }

    /// <summary>Posts the work that could not be posted. Called by slow paths.</summary>
    internal static void PostKept()
    {
        if (MonotonicClock.Milliseconds < Volatile.Read(ref s_nextTry)) // pairs with the write in KeepAfterFailure
            return;

        PostedWork? work = TakeKept();
        while (work is not null)
        {
            PostedWork? next = work.LeaveList();
            if (!TryPost(work, fromFinalizer: false))
                Keep(work);

            work = next;
        }
    }

    /// <summary>Does the work that is kept. Called by the thread of the library.</summary>
    internal static void RunKept()
    {
        PostedWork? work = TakeKept();
        while (work is not null)
        {
            PostedWork? next = work.LeaveList();
            ((IThreadPoolWorkItem)work).Execute();
            work = next;
        }
    }

    /// <summary>Keeps work that has run out of memory, which is not tried again at once.</summary>
    internal static void KeepAfterFailure(PostedWork work)
    {
        Volatile.Write(ref s_nextTry, MonotonicClock.Milliseconds + Patience); // pairs with the read in PostKept
        Keep(work);
    }

    private static void Keep(PostedWork work)
    {
        if (!work.TryEnterList())
            return; // it is taken from there after this

        PostedWork? next;
        do
        {
            next = Kept; // pairs with the exchange in the next line but one
            work.Next = next;
        }
        while (Interlocked.CompareExchange(ref Kept, work, next) != next); // pairs with the exchange in TakeKept
    }

    private static PostedWork? TakeKept() => Interlocked.Exchange(ref Kept, null); // pairs with the exchange in Keep

    private static void KeepOrRun(IThreadPoolWorkItem work)
    {
        if (work is PostedWork posted)
        {
            Keep(posted);
            return;
        }

        try
        {
            work.Execute();
        }
#pragma warning disable CA1031 // the caller is in the middle of something else
        catch
#pragma warning restore CA1031
        {
        }
    }

    private static bool TryPost(IThreadPoolWorkItem work, bool fromFinalizer)
    {
        bool interrupted = false;
        bool? posted = null;
        while (posted is null)
        {
            try
            {
                Posting?.Invoke(work, false);
                Give(work, fromFinalizer);
                Posting?.Invoke(work, true);
                posted = true;
            }
            catch (ThreadInterruptedException)
            {
                interrupted = true;
            }
#pragma warning disable CA1031 // see the remarks
            catch
#pragma warning restore CA1031
            {
                posted = false;
            }
        }

        if (interrupted)
            Thread.CurrentThread.Interrupt(); // the next wait of the thread ends, as the interrupt asked for

        return posted.GetValueOrDefault();
    }

    private static void Give(IThreadPoolWorkItem work, bool fromFinalizer)
    {
        if (work is PostedWork posted && LibraryThread.Exists && (fromFinalizer || MemoryLoad.IsHalfFull))
        {
            Keep(posted);
            LibraryThread.Wake();
        }
        else
        {
            Queue(work);
        }
    }

#pragma warning disable RS0030 // the one place that posts work
#if NETSTANDARD2_0
    private static void Queue(IThreadPoolWorkItem work) => ThreadPool.UnsafeQueueUserWorkItem(Execute, work);

    // not a lambda: see PoolRegistry.Begin
    private static void Execute(object? work) => ((IThreadPoolWorkItem)work!).Execute();
#else
    private static void Queue(IThreadPoolWorkItem work) => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: false);
#endif
}
