namespace Pooling.Internal;

/// <summary>Work for another thread, in an object that exists before it is needed: posting it does not allocate and
/// does not throw.</summary>
/// <remarks>
/// <para>A request for work that is already posted joins it. One that comes while it runs posts it again.</para>
/// <para>Whoever runs it takes it, so that a second post of the same request does nothing. What it throws is discarded,
/// because it would end the process; if it runs out of memory, it runs once more later.</para>
/// <para>Thread safety: any thread may post it, finalizers included.</para>
/// </remarks>
internal abstract class PostedWork : IThreadPoolWorkItem
{
    /// <summary>The next one in the list of <see cref="WorkQueue"/>, which alone uses it.</summary>
    internal PostedWork? Next;

    private int _pending; // 1 from the request until a thread takes the work
    private int _isListed; // 1 while it is in the list of WorkQueue

    /// <summary>Whether the work was requested, and has not begun. For tests.</summary>
    internal bool IsPending => Volatile.Read(ref _pending) != 0; // pairs with the exchanges below

    /// <summary>Requests the work.</summary>
    internal void Post()
    {
        if (Interlocked.Exchange(ref _pending, 1) == 0) // pairs with the exchange in Execute
            WorkQueue.Post(this);
        else if (WorkQueue.Kept is not null)
            WorkQueue.PostKept(); // this may be there
    }

    /// <summary>Requests the work on the thread of the library. Does not allocate, also not where the thread pool
    /// does.</summary>
    internal void PostFromFinalizer()
    {
        Interlocked.Exchange(ref _pending, 1); // pairs with the exchange in Execute
        WorkQueue.PostFromFinalizer(this); // even if it is pending: this wakes the thread again for what it keeps
    }

    void IThreadPoolWorkItem.Execute()
    {
        // before the work, so that a request during it posts again; pairs with Post
        if (Interlocked.Exchange(ref _pending, 0) == 0)
            return;

        try
        {
            Run();
        }
        catch (OutOfMemoryException)
        {
            Interlocked.Exchange(ref _pending, 1); // as in Post
            WorkQueue.KeepAfterFailure(this);
        }
#pragma warning disable CA1031 // see the remarks
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Called before this is put into the list of <see cref="WorkQueue"/>.</summary>
    /// <returns><see langword="false"/> if it is already there.</returns>
    internal bool TryEnterList() => Interlocked.Exchange(ref _isListed, 1) == 0; // pairs with the exchange in LeaveList

    /// <summary>Called for each member of a list that was taken from <see cref="WorkQueue"/>, before it is
    /// posted.</summary>
    /// <returns>The next member.</returns>
    internal PostedWork? LeaveList()
    {
        PostedWork? next = Next;
        Next = null;
        // after the reads, before the post; pairs with the exchange in TryEnterList
        Interlocked.Exchange(ref _isListed, 0);
        return next;
    }

    /// <summary>Does the work. It must tolerate to run once more after it has run out of memory.</summary>
    protected abstract void Run();
}
