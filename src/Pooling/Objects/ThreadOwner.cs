namespace Pooling.Objects;

/// <summary>Represents a thread to its pools: its number, whether it is alive, and how it is sent through its next slow
/// path.</summary>
internal sealed class ThreadOwner
{
    /// <summary>The thread's index in the arrays of its pools.</summary>
    internal readonly int Number = ThreadNumbers.Take();

    /// <summary>The thread's table. Written by the thread only.</summary>
    internal volatile ThreadMagazine[] Entries = [];

    /// <summary>The next one in the list of <see cref="ThreadNumbers"/>, which alone uses it.</summary>
    internal ThreadOwner? NextReturned;

    // Weak: the runtime keeps the object of each thread that lives. What the collector has found dead, it takes away
    // from here before it runs the thread's finalizer, after which a question to the thread throws, or ends the process
    // on some runtimes.
    private readonly WeakReference<Thread> _thread;
    private readonly bool _isMain;
    private volatile bool _hasEnded; // as it was found once
    private volatile bool _isFinalized;
    private int _registrations; // number of pools that have a magazine of this thread
    private int _released; // 1 after the number was given back
    // 1 from Wake until the thread has seen it: meanwhile it has no place in its pools' arrays, or is losing it
    private int _woken;

    internal ThreadOwner()
        : this(new WeakReference<Thread>(Thread.CurrentThread))
    {
    }

    /// <param name="thread">A weak reference to the calling thread.</param>
    internal ThreadOwner(WeakReference<Thread> thread)
    {
        _thread = thread;
        _isMain = Environment.CurrentManagedThreadId == 1;
    }

    /// <summary>Whether the thread may still run code. Once it may not, the answer stays the same. Does not
    /// throw.</summary>
    /// <remarks>The runtime reports the main thread (number 1) as dead while it waits for the other foreground threads,
    /// although it runs again when the process exits.</remarks>
    internal bool IsAlive => _isMain || (!_hasEnded && AskThread());

    /// <summary>Whether <see cref="Wake"/> was called. Read by the thread after it has taken its place in a
    /// pool.</summary>
    internal bool IsWoken
    {
        get
        {
            // between the write of the place and this read; pairs with the exchange in Wake, which precedes the null
            Interlocked.MemoryBarrier();
            return Volatile.Read(ref _woken) != 0;
        }
    }

    /// <summary>The number of pools that have a magazine of this thread: the entries of its table that are in
    /// use.</summary>
    internal int Registrations => Volatile.Read(ref _registrations); // a hint, which needs no pairing

    /// <summary>Counts a pool that has a magazine of this thread.</summary>
    internal void Register() => Interlocked.Increment(ref _registrations); // pairs with the decrement in Unregister

    /// <summary>Uncounts a pool whose array has no place of this thread any more. After the last pool of a dead thread,
    /// the number is free for another thread.</summary>
    internal void Unregister()
    {
        // a full fence: after the null in the pool's array, before the check for a dead thread
        if (Interlocked.Decrement(ref _registrations) == 0 && (_isFinalized || !IsAlive))
            Release();
    }

    /// <summary>Called by the finalizer of the thread's sentinel: the thread's statics are gone.</summary>
    internal void OnFinalized()
    {
        _isFinalized = true;
        Interlocked.MemoryBarrier(); // either this or the last Unregister sees the other
        if (Volatile.Read(ref _registrations) == 0)
            Release();
    }

    /// <summary>Makes the thread's next access to any pool take the slow path, which searches its table for disposed
    /// pools.</summary>
    internal void Wake()
    {
        if (Interlocked.Exchange(ref _woken, 1) != 0) // pairs with the exchange in TakeWake and the read in IsWoken
            return;

        foreach (ThreadMagazine magazine in Entries)
            magazine.Store?.Suspend(magazine);
    }

    /// <summary>Called by the thread before it searches for disposed pools, so that a pool that is disposed during the
    /// search wakes it again.</summary>
    // pairs with the exchange in Wake
    internal bool TakeWake() => Volatile.Read(ref _woken) != 0 && Interlocked.Exchange(ref _woken, 0) != 0;

    private bool AskThread()
    {
        try
        {
            if (_thread.TryGetTarget(out Thread? thread) && thread.IsAlive)
                return true;
        }
        catch (ThreadStateException)
        {
            // finalized, and kept by somebody: it has ended
        }

        _hasEnded = true;
        return false;
    }

    private void Release()
    {
        if (Interlocked.Exchange(ref _released, 1) == 0) // both the finalizer and an adopting thread may get here
            ThreadNumbers.Give(this);
    }
}
