using System.Collections.Concurrent;
using System.Diagnostics;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.SoakTests.Objects;

/// <summary>Tests four threads that rent, pass and return items of pools that are trimmed, disposed and replaced at the same
/// time.</summary>
internal sealed class PoolChurn : ISoak
{
    private const int Threads = 4;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    public string Name => "pool-churn";

    public string Run(int factor)
    {
        var pools = new MagazinePool<SoakItem>[8];
        var everyPool = new ConcurrentBag<MagazinePool<SoakItem>>();
        int tags = 0;
        MagazinePool<SoakItem> NewPool()
        {
            int tag = Interlocked.Increment(ref tags);
            var pool = new MagazinePool<SoakItem>(new SoakItemPolicy { Tag = tag },
                new PoolOptions { MaxRetainedPerThread = 3 + tag % 8, MaxRetained = 16 + tag % 200 });
            everyPool.Add(pool);
            return pool;
        }

        for (int i = 0; i < pools.Length; i++)
            pools[i] = NewPool();

        var handOver = new ConcurrentQueue<(MagazinePool<SoakItem> Pool, SoakItem Item)>();
        long operations = 0;
        Workers.Run(Threads, index =>
        {
            var random = new Random(index);
            var held = new Stack<(MagazinePool<SoakItem> Pool, SoakItem Item)>();
            int steps = factor * 10_000_000;
            for (int i = 0; i < steps; i++)
            {
                int slot = random.Next(pools.Length);
                int choice = random.Next(2000);
                if (choice == 0)
                {
                    MagazinePool<SoakItem> old = Interlocked.Exchange(ref pools[slot], NewPool());
                    old.Dispose();
                }
                else if (choice == 1)
                {
                    pools[slot].Trim();
                }
                else if (choice < 1000 && held.Count < 50)
                {
                    MagazinePool<SoakItem> pool = Volatile.Read(ref pools[slot]);
                    try
                    {
                        SoakItem item = pool.Get();
                        item.Take();
                        held.Push((pool, item));
                    }
                    catch (ObjectDisposedException)
                    {
                        // Replaced between the read and the call.
                    }
                }
                else if (choice < 1100 && held.Count > 0)
                {
                    handOver.Enqueue(held.Pop());
                }
                else if (held.Count > 0 || handOver.TryDequeue(out (MagazinePool<SoakItem>, SoakItem) other) && Push(held, other))
                {
                    (MagazinePool<SoakItem> pool, SoakItem item) = held.Pop();
                    item.Give();
                    pool.Return(item);
                }
            }

            foreach ((MagazinePool<SoakItem> pool, SoakItem item) in held)
            {
                item.Give();
                pool.Return(item);
            }

            Interlocked.Add(ref operations, steps);
        });
        foreach ((MagazinePool<SoakItem> pool, SoakItem item) in handOver)
        {
            item.Give();
            pool.Return(item);
        }

        foreach (MagazinePool<SoakItem> pool in everyPool)
            pool.Dispose();

        // The workers have ended. The items that they kept of disposed pools are adopted and disposed.
        for (var time = Stopwatch.StartNew();
            everyPool.Any(static pool => pool.GetStatistics().Retained > 0) && time.Elapsed < s_patience;
            Thread.Sleep(5))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        foreach (PoolStatistics statistics in everyPool.Select(static pool => pool.GetStatistics()))
        {
            SoakException.ThrowUnless(statistics is { InUse: 0, Retained: 0 }, $"A disposed pool is not empty: {statistics}");
            SoakException.ThrowUnless(statistics.TotalCreated == statistics.TotalDropped, $"Created and dropped differ: {statistics}");
        }

        return $"{operations:N0} operations, {tags:N0} pools, all drained";
    }

    private static bool Push(Stack<(MagazinePool<SoakItem> Pool, SoakItem Item)> held, (MagazinePool<SoakItem> Pool, SoakItem Item) other)
    {
        held.Push(other);
        return true;
    }
}
