using System.Collections.Concurrent;
using System.Diagnostics;
using Pooling.Diagnostics;
using Pooling.Internal.Polyfills;
using Pooling.Objects;
using Pooling.SoakTests.Objects;
using Pooling.SoakTests.Queues;

namespace Pooling.SoakTests.Abandonment;

/// <summary>Tests interrupts, and a thread pool that fails to take work or fails after it has taken it, in the middle
/// of rentals, returns, trims and drops, while threads end with items. Each item is counted, and disposed
/// once.</summary>
internal sealed class PostFaults : ISoak
{
    private const int Threads = 3;
    private const int Generations = 12; // of short threads, in each round of a worker
    private const int Rounds = 40;

    private static readonly ConcurrentQueue<Thread> s_short = new(); // threads that nobody interrupts

    // Whether the thread is one of the test. An interrupt of the finalizer thread, or of the thread pool, would be
    // saved, and end a wait of the runtime.
    [ThreadStatic]
    private static bool t_isOfTest;

    public string Name => "post-faults";

    public string Run(int factor)
    {
        using var interrupter = new Interrupter();
        long items = 0;
        long faults = 0;
        var time = Stopwatch.StartNew();
        TimeSpan length = TimeSpan.FromSeconds(factor == 1 ? 12 : 600);
        WorkQueue.Posting = (_, _) => Fail(ref faults);
        try
        {
            for (int round = 0; time.Elapsed < length; round++)
                items += Pass(interrupter, round);
        }
        finally
        {
            WorkQueue.Posting = null;
        }

        return $"{items:N0} items disposed once, {interrupter.Interrupts:N0} interrupts, "
            + $"{faults:N0} faults of the thread pool";
    }

    private static void Fail(ref long faults)
    {
        int choice = Random.Shared.Next(8);
        if (choice > 1)
            return;

        Interlocked.Increment(ref faults);
        throw choice == 0 && t_isOfTest ? new ThreadInterruptedException() : new OutOfMemoryException();
    }

    private static int Pass(Interrupter interrupter, int round)
    {
        var policy = new Policy();
        var pool = new MagazinePool<SoakItem>(policy, new PoolOptions
        {
            MaxRetained = 4 + round % 30,
            MaxRetainedPerThread = 1 + round % 12,
            TrimAfter = round % 2 == 0 ? TimeSpan.Zero : Timeout.InfiniteTimeSpan,
        });
        interrupter.Run(Enumerable.Range(0, Threads).Select<int, Action>(index => () =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                Use(pool, index + i);
                if (i % 10 == 0)
                    Start(() => Use(pool, i + 20)); // ends with what it has kept
            }
        }).Concat(Enumerable.Range(0, Generations).Select<int, Action>(index => () => Use(pool, index * 3))));
        WaitForShortThreads();
        pool.Dispose();
        Await(pool, policy);
        PoolStatistics statistics = pool.GetStatistics();
        SoakException.ThrowUnless(statistics is { InUse: 0, Retained: 0 } && statistics.TotalCreated == policy.Count
            && statistics.TotalDropped == policy.Count, $"Items are missing: {statistics}");
        return policy.Count;
    }

    private static void Start(Action work)
    {
        var thread = new Thread(() => work(), maxStackSize: 256 * 1024);
        thread.Start();
        s_short.Enqueue(thread);
    }

    private static void WaitForShortThreads()
    {
        while (s_short.TryDequeue(out Thread? thread))
            thread.Join();
    }

    private static void Use(MagazinePool<SoakItem> pool, int seed)
    {
        t_isOfTest = true;
        var held = new SoakItem[1 + seed % 25];
        for (int i = 0; i < 5; i++)
        {
            pool.GetMany(held);
            foreach (SoakItem item in held)
                item.Take();

            foreach (SoakItem item in held)
                item.Give();

            if (i % 2 == 0)
            {
                pool.ReturnMany(held);
            }
            else
            {
                foreach (SoakItem item in held)
                    pool.Return(item);
            }

            SoakItem one = pool.Get();
            one.Take();
            one.Give();
            pool.Return(one);
            if (seed % 7 == 0)
                pool.Trim();

            Interrupter.Pause(1);
        }
    }

    private static void Await(MagazinePool<SoakItem> pool, Policy policy)
    {
        for (var time = Stopwatch.StartNew(); policy.CountUndisposed() > 0; Thread.Sleep(1))
        {
            SoakException.ThrowUnless(time.Elapsed < TimeSpan.FromMinutes(5),
                $"{policy.CountUndisposed()} items were not disposed: {pool.GetStatistics()}");
            // its slow path posts what was kept
            using MagazinePool<object> other = MagazinePool.Create(static () => new object());
            other.Return(other.Get());
            pool.Store.AdoptOrphans();
        }
    }

    /// <summary>Records the items without a lock, whose wait an interrupt would end.</summary>
    private sealed class Policy : Microsoft.Extensions.ObjectPool.IPooledObjectPolicy<SoakItem>
    {
        private readonly SoakItem[] _items = new SoakItem[200_000];
        private int _count;

        internal int Count => Volatile.Read(ref _count);

        public SoakItem Create() => _items[Interlocked.Increment(ref _count) - 1] = new SoakItem();

        public bool Return(SoakItem obj) => true;

        internal int CountUndisposed() => _items.AsSpan(0, Count).ToArray().Count(static item => item.Disposals != 1);
    }
}
