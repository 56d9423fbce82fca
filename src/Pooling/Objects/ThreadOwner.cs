namespace Pooling.Objects;

/// <summary>One thread as its pools see it: its number, whether it lives, and how it is sent through its next slow path.</summary>
internal sealed class ThreadOwner
{
    private readonly Thread _thread = Thread.CurrentThread;
    private volatile ThreadMagazines[] _entries = [];
    private volatile bool _isFinalized;
    private int _registrations; // pools that have magazines of this thread
    private int _released; // 1 once the number is given back
    private int _woken; // 1 from Wake until the thread has seen it: it has no place in its pools' arrays then, or is about to lose it

    /// <summary>The thread's place in the arrays of its pools.</summary>
    internal int Number { get; } = ThreadNumbers.Take();

    /// <summary>The thread's table. Written by the thread only.</summary>
    internal ThreadMagazines[] Entries
    {
        get => _entries;
        set => _entries = value;
    }

    /// <summary>Whether the thread may still run code.</summary>
    /// <remarks>The main thread (number 1) is said to be dead while it waits for the other foreground threads, and runs once more when the
    /// process exits.</remarks>
    internal bool IsAlive => _thread.ManagedThreadId == 1 || _thread.IsAlive;

    /// <summary>Whether somebody has called <see cref="Wake"/>. Called by the thread after it has taken its place in a pool.</summary>
    internal bool IsWoken
    {
        get
        {
            // between the write of the place and this read; pairs with the exchange in Wake, which stands before the null
            Interlocked.MemoryBarrier();
            return Volatile.Read(ref _woken) != 0;
        }
    }

    /// <summary>Counts one more pool that has magazines of this thread.</summary>
    internal void Register() => Interlocked.Increment(ref _registrations); // pairs with the decrement in Unregister

    /// <summary>Counts one pool less: its array has no place of this thread any more. After the last one of a dead thread the number goes
    /// to another thread.</summary>
    internal void Unregister()
    {
        // a full fence: behind the null in the pool's array, before the question whether the thread is dead
        if (Interlocked.Decrement(ref _registrations) == 0 && (_isFinalized || !IsAlive))
            Release();
    }

    /// <summary>Called by the finalizer of the thread's sentinel: the thread's statics are gone.</summary>
    internal void OnFinalized()
    {
        _isFinalized = true;
        Interlocked.MemoryBarrier(); // so that either this or the last Unregister sees the other
        if (Volatile.Read(ref _registrations) == 0)
            Release();
    }

    /// <summary>Makes the thread's next access to any pool take the slow path, which looks for disposed pools in its table.</summary>
    internal void Wake()
    {
        if (Interlocked.Exchange(ref _woken, 1) != 0) // pairs with the exchange in TakeWake and the read in IsWoken
            return;

        foreach (ThreadMagazines magazines in _entries)
            magazines.Store?.Suspend(magazines);
    }

    /// <summary>Called by the thread before it looks for disposed pools, so that one disposed during the search wakes it again.</summary>
    // pairs with the exchange in Wake
    internal bool TakeWake() => Volatile.Read(ref _woken) != 0 && Interlocked.Exchange(ref _woken, 0) != 0;

    private void Release()
    {
        if (Interlocked.Exchange(ref _released, 1) == 0) // the finalizer and an adopter may both come here
            ThreadNumbers.Give(Number);
    }
}
