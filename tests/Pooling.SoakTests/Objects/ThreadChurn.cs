using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.SoakTests.Objects;

/// <summary>Tests threads that live for a moment, use one pool, and end with full magazines, while the collector runs.</summary>
internal sealed class ThreadChurn : ISoak
{
    public string Name => "thread-churn";

    public string Run(int factor)
    {
        var policy = new SoakItemPolicy();
        using var pool = new MagazinePool<SoakItem>(policy, new PoolOptions { MaxRetained = 500, MaxRetainedPerThread = 17 });
        int generations = factor * 2_000;
        const int width = 5;
        for (int generation = 0; generation < generations; generation++)
        {
            Workers.Run(width, index =>
            {
                var items = new SoakItem[20 + index];
                for (int i = 0; i < 5; i++)
                {
                    pool.GetMany(items);
                    foreach (SoakItem item in items)
                        item.Take();

                    foreach (SoakItem item in items)
                    {
                        item.Give();
                        pool.Return(item);
                    }
                }
            });
            if (generation % 200 == 0)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            PoolStatistics statistics = pool.GetStatistics();
            SoakException.ThrowUnless(statistics.InUse == 0, $"Items are missing: {statistics}");
            SoakException.ThrowUnless(statistics.Retained <= 500 + 17 * pool.Store.Threads.Count, $"The limit is exceeded: {statistics}");
            SoakException.ThrowUnless(statistics.TotalCreated == statistics.Retained + statistics.TotalDropped,
                $"The counters do not add up: {statistics}");
        }

        return $"{generations * width:N0} threads, {policy.Created:N0} items created, {pool.GetStatistics().Retained:N0} retained";
    }
}
