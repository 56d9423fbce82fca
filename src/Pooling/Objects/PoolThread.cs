using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>A thread as its pools see it: its number, its magazines, whether it is alive, and how it is sent through
/// its next slow path.</summary>
/// <remarks>
/// <para>One number is the state. It says whether the thread is alive, and in how many pools it has a magazine:</para>
/// <list type="table">
/// <item><term>2n</term><description>Alive, in n pools.</description></item>
/// <item><term>2n + 1, n above 0</term><description>Dead: n pools have not adopted its items yet.</description></item>
/// <item><term>1</term><description>Dead, and in no pool: whoever writes this gives the number of the thread back.
/// </description></item>
/// </list>
/// <para>Invariant: only the living thread joins a pool, and no thread comes back to life, so 1 is the last state, and
/// it is written once. A number is free only while no pool has a place for it: the next thread with this number does
/// not find the magazine of an ended one.</para>
/// <para>The end of a thread is found by a slow path, which asks the runtime, or by the finalizer of the sentinel,
/// which only the statics of the thread reference. The magazines themselves stay referenced by their pools: if only the
/// ended thread held them, their items could be finalized in the same collection.</para>
/// </remarks>
internal sealed class PoolThread
{
    private const int Dead = 1; // a bit of the state
    private const int Joined = 2; // the state counts pools by this
    private const int Shortest = 8; // the length of the first table
    private const int LongestKept = 128; // a longer one is replaced if less than an eighth of it is needed

    /// <summary>The calling thread; <see langword="null"/> until it uses a pool. This class has no initializer, which
    /// each access to these fields would check.</summary>
    [ThreadStatic]
    internal static PoolThread? Current;

    /// <summary>The number of the calling thread: 0, which is no thread's number, until it uses a pool.</summary>
    [ThreadStatic]
    internal static int CurrentNumber;

    [ThreadStatic]
    private static Sentinel? t_sentinel;

    /// <summary>The index of the thread in the arrays of its pools.</summary>
    internal readonly int Number;

    /// <summary>The magazines of the thread by the ids of their pools. Written by the thread, but for the null of a
    /// pool that adopts; <see langword="null"/> once the number is free.</summary>
    internal volatile ThreadMagazine?[]? Magazines;

    /// <summary>The next one in the list of <see cref="PoolRegistry"/>, which alone uses it.</summary>
    internal PoolThread? NextEnded;

    // Weak: the runtime keeps the object of each thread that lives. What the collector has found dead, it takes away
    // from here before it runs the thread's finalizer, after which a question to the thread throws, or ends the process
    // on some runtimes. Null for the main thread (number 1): the runtime reports it as dead while it waits for the
    // other foreground threads, although it runs again when the process exits.
    private readonly WeakReference<Thread>? _thread;
    private int _state;

    // 1 from Wake until the thread has seen it: meanwhile it has no place in its pools' arrays, or is losing it
    private int _woken;

    internal PoolThread(WeakReference<Thread>? thread, int pools)
    {
        _thread = thread;
        Magazines = new ThreadMagazine?[pools];
        Number = PoolRegistry.TakeThreadNumber(); // the last step, since any of them may run out of memory
    }

    /// <summary>Whether the thread runs no code any more. Once it is so, it stays so. Does not throw.</summary>
    internal bool IsDead
    {
        get
        {
            // acquires what the thread has written; pairs with the exchange in End
            if ((Volatile.Read(ref _state) & Dead) != 0)
                return true;

            if (_thread is null || Runs(_thread))
                return false;

            End();
            return true;
        }
    }

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

    /// <summary>Returns the calling thread, with room for the magazine of a pool. Called without a lock, since it
    /// allocates.</summary>
    internal static PoolThread WithRoomFor(int id)
    {
        PoolThread? thread = Current;
        if (thread?.Magazines is not { } magazines)
        {
            var sentinel = new Sentinel(); // first: it gives back the number that the thread takes
            thread = new PoolThread(
                Environment.CurrentManagedThreadId == 1 ? null : new WeakReference<Thread>(Thread.CurrentThread),
                Math.Max(id + 1, Shortest));
            t_sentinel = sentinel;
            sentinel.Thread = thread;
            Current = thread;
            CurrentNumber = thread.Number;
        }
        else if (id >= magazines.Length)
        {
            thread.Resize(Math.Max(id + 1, magazines.Length * 2));
        }
        else if (magazines.Length > LongestKept)
        {
            thread.ShrinkIfTooLong(Math.Max(id + 1, Shortest));
        }

        return thread;
    }

    /// <summary>Replaces the table by one of another length.</summary>
    internal void Resize(int length)
    {
        ThreadMagazine?[] magazines = Magazines!;
        var replacement = new ThreadMagazine?[length];
        Array.Copy(magazines, replacement, Math.Min(magazines.Length, length));
        Magazines = replacement;
    }

    /// <summary>Counts a pool that has a magazine of this thread. Called by the thread.</summary>
    internal void Join() => Interlocked.Add(ref _state, Joined); // pairs with the exchange in End

    /// <summary>Uncounts a pool whose array has no place of this thread any more.</summary>
    internal void Leave()
    {
        // a full fence: after the null in the pool's array, before the next thread gets the number; pairs with End
        if (Interlocked.Add(ref _state, -Joined) == Dead)
            PoolRegistry.GiveThreadNumber(this);
    }

    /// <summary>Records that the thread has ended. Called by finalizers, too: takes no lock and allocates
    /// nothing.</summary>
    /// <returns>Whether pools have items of it to adopt.</returns>
    internal bool End()
    {
        int state;
        do
        {
            state = Volatile.Read(ref _state); // pairs with the exchange in the next line but two
            if ((state & Dead) != 0)
                return state != Dead;
        }
        while (Interlocked.CompareExchange(ref _state, state | Dead, state) != state); // pairs with the read in IsDead

        if (state == 0)
            PoolRegistry.GiveThreadNumber(this);

        return state != 0;
    }

    /// <summary>Makes the thread's next access to any pool take the slow path, which searches its table for disposed
    /// pools.</summary>
    internal void Wake()
    {
        // pairs with the exchange in LeaveDisposedPools and the read in IsWoken
        if (Interlocked.Exchange(ref _woken, 1) != 0)
            return;

        foreach (ThreadMagazine? magazine in Magazines!)
            magazine?.Store.Suspend(magazine);
    }

    /// <summary>Gives up the items of disposed pools, if one of them has requested that. Called by the
    /// thread.</summary>
    internal void LeaveDisposedPools()
    {
        if (Magazines is not { } magazines)
            return;

        // before the search, so that a pool that is disposed during it wakes the thread again; pairs with the exchange
        // in Wake
        if (Volatile.Read(ref _woken) != 0 && Interlocked.Exchange(ref _woken, 0) != 0)
        {
            try
            {
                foreach (ThreadMagazine? magazine in magazines)
                {
                    if (magazine is { Store.IsDisposed: true })
                        magazine.Store.Leave(magazine);
                }
            }
            catch
            {
                Wake(); // out of memory: the next access does the rest
                throw;
            }
        }

        if (magazines.Length > LongestKept)
            ShrinkIfTooLong(Shortest);
    }

    private static bool Runs(WeakReference<Thread> reference)
    {
        try
        {
            return reference.TryGetTarget(out Thread? thread) && thread.IsAlive;
        }
        catch (ThreadStateException)
        {
            return false; // finalized, and kept by somebody
        }
    }

    /// <summary>Replaces a table whose end is not in use any more: it was as long as the largest id of the pools that
    /// existed at the same time, which may be many more than there are now.</summary>
    /// <param name="needed">The number of entries that it must have.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ShrinkIfTooLong(int needed)
    {
        ThreadMagazine?[] magazines = Magazines!;
        int enough = magazines.Length / 8;
        // the pools that it is in: a hint, which needs no pairing
        if (needed > enough || Volatile.Read(ref _state) / Joined > enough)
            return;

        int used = magazines.Length;
        while (used > needed && magazines[used - 1] is null)
            used--;

        if (used > enough)
            return;

        try
        {
            Resize(2 * used);
        }
        catch (OutOfMemoryException)
        {
            // the longer one remains, and a return that came here goes on
        }
    }

    /// <summary>Referenced only by its thread's statics, so that its finalizer reports the end of the thread. It runs
    /// no policy, reset or Dispose.</summary>
    private sealed class Sentinel
    {
        internal PoolThread? Thread;

        ~Sentinel()
        {
            // finalizers of live threads' objects may also run then; or there was no memory for the thread
            if (!Environment.HasShutdownStarted && Thread?.End() == true)
                PoolRegistry.OnThreadDeath();
        }
    }
}
