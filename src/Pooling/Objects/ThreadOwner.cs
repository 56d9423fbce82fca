namespace Pooling.Objects;

/// <summary>One thread as its pools see it: whether it lives, and how it is sent through its next slow path.</summary>
internal sealed class ThreadOwner
{
    private readonly Thread _thread = Thread.CurrentThread;
    private volatile ThreadMagazines[] _entries = [];
    private int _woken; // 1 from Wake until the thread has seen it: all its keys are null then, or about to be

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

    /// <summary>Whether somebody has called <see cref="Wake"/>. Called by the thread after it has written a key.</summary>
    internal bool IsWoken
    {
        get
        {
            // between the write of the key and this read; pairs with the exchange in Wake, which stands before the null
            Interlocked.MemoryBarrier();
            return Volatile.Read(ref _woken) != 0;
        }
    }

    /// <summary>Makes the thread's next access to any pool take the slow path, which looks for disposed pools in its table.</summary>
    internal void Wake()
    {
        if (Interlocked.Exchange(ref _woken, 1) != 0) // pairs with the exchange in TakeWake and the read in IsWoken
            return;

        foreach (ThreadMagazines magazines in _entries)
        {
            if (Volatile.Read(ref magazines.Key) is not null) // a hint: the shared empty entry is not written
                Volatile.Write(ref magazines.Key, null); // read by fast paths, which only compare it
        }
    }

    /// <summary>Called by the thread before it looks for disposed pools, so that one disposed during the search wakes it again.</summary>
    // pairs with the exchange in Wake
    internal bool TakeWake() => Volatile.Read(ref _woken) != 0 && Interlocked.Exchange(ref _woken, 0) != 0;
}
