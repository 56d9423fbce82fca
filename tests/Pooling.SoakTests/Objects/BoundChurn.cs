using System.Diagnostics;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.SoakTests.Objects;

/// <summary>Tests 1 to 200 threads at a time that start, idle, work and end without a collection, while pools are trimmed and disposed. No
/// two threads rent the same item, the limits of depot and threads hold, and nothing is lost.</summary>
internal sealed class BoundChurn : ISoak
{
    private const int Maximum = 500;
    private const int PerThread = 12;

    public string Name => "bound-churn";

    public string Run(int factor)
    {
        long threads = 0;
        long rentals = 0;
        long trims = 0;
        foreach (int width in new[] { 1, 7, 8, 40, 200, 3, 120, 2 })
        {
            var policy = new SoakItemPolicy();
            var pool = new MagazinePool<SoakItem>(policy,
                new PoolOptions { MaxRetained = Maximum, MaxRetainedPerThread = PerThread, TrimAfter = TimeSpan.FromMilliseconds(1) });
            using MagazinePool<SoakItem> other = new(new SoakItemPolicy());
            for (int generation = 0; generation < factor * 5; generation++)
            {
                bool ended = false;
                int working = width;
                var trimmer = new Thread(() =>
                {
                    while (!Volatile.Read(ref ended))
                    {
                        if (trims++ % 5 == 0)
                            pool.Trim();
                        else
                            Thread.Yield();

                        CheckBounds(pool.Store);
                    }
                });
                trimmer.Start();
                Workers.Run(width, index =>
                {
                    var random = new Random(generation * 1000 + index);
                    var held = new Stack<SoakItem>();
                    int steps = 2_000_000 / width;
                    for (int i = 0; i < steps; i++)
                    {
                        if (held.Count == 0 || (held.Count < 1 + index % 30 && random.Next(2) == 0))
                        {
                            SoakItem item = pool.Get();
                            item.Take();
                            held.Push(item);
                        }
                        else
                        {
                            SoakItem item = held.Pop();
                            item.Give();
                            pool.Return(item);
                        }

                        if (index % 3 == 1 && i == steps / 2)
                            Thread.Sleep(1); // idle for one trim or more
                    }

                    foreach (SoakItem item in held)
                    {
                        item.Give();
                        pool.Return(item);
                    }

                    other.Return(other.Get());
                    Interlocked.Add(ref rentals, steps / 2);
                    if (Interlocked.Decrement(ref working) == 0 && generation == factor * 5 - 1)
                        pool.Dispose(); // the others are ending, or have ended
                });
                Volatile.Write(ref ended, true);
                trimmer.Join();
                threads += width;
                PoolStatistics statistics = pool.GetStatistics();
                SoakException.ThrowUnless(statistics.InUse == 0, $"Items are missing: {statistics}");
                SoakException.ThrowUnless(statistics.TotalCreated == statistics.Retained + statistics.TotalDropped,
                    $"The counters do not add up: {statistics}");
                pool.Store.AdoptOrphans();
                SoakException.ThrowUnless(pool.GetStatistics().Retained <= Maximum && pool.Store.Threads.Count == 0,
                    $"The threads have ended, and the limit is exceeded: {pool.GetStatistics()}");
            }

            pool.Dispose();
            for (var time = Stopwatch.StartNew();
                pool.GetStatistics().Retained > 0 && time.Elapsed < TimeSpan.FromMinutes(1);
                Thread.Sleep(5))
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            SoakException.ThrowUnless(pool.GetStatistics() is { Retained: 0, InUse: 0 },
                $"A disposed pool is not empty: {pool.GetStatistics()}");
        }

        return $"{threads:N0} threads, {rentals:N0} rentals, {trims:N0} looks of the trimmer";
    }

    private static void CheckBounds(MagazineStore store)
    {
        using (store.Depot.Enter())
        {
            SoakException.ThrowUnless(store.Depot.IsClosed || store.Depot.Room >= 0, $"The depot has {store.Depot.Count} items.");
            for (int i = 0; i < store.Threads.Count; i++)
            {
                int retained = store.Threads[i].Retained;
                SoakException.ThrowUnless(retained <= PerThread, $"A thread has {retained} items.");
            }
        }
    }
}
