using Pooling.Diagnostics;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.SoakTests.Objects;

/// <summary>Tests the cell whose home is a thread. It is ended by two threads at once, passed to another thread, ended while its dead
/// thread's cells are adopted, and ended while its pool is disposed.</summary>
internal sealed class HomeRaces : ISoak
{
    public string Name => "home-races";

    public string Run(int factor)
    {
        int races = EndAtOnce(factor * 1_000_000);
        int handovers = HandOver(factor * 5_000_000);
        int deaths = EndWhileAdopting(factor * 5_000);
        int disposals = EndWhileDisposing(factor * 20_000);
        return $"{races:N0} racing ends, {handovers:N0} handovers, {deaths:N0} dead threads, {disposals:N0} disposed pools, 0 aliased";
    }

    /// <summary>Rents the cell on its own thread. Both threads end it, and then try again too late.</summary>
    private static int EndAtOnce(int rounds)
    {
        using var pool = new LeasePool<SoakItem>(new SoakItemPolicy());
        PooledLease<SoakItem> current = default;
        PooledLease<SoakItem> stale = default;
        int ends = 0;
        var meeting = new Meeting();
        Workers.Run(2, index =>
        {
            for (int round = 0; round < rounds; round++)
            {
                if (index == 0)
                {
                    SoakException.ThrowUnless(ends == round, $"{ends} ends of {round} leases.");
                    stale = current;
                    current = pool.Rent();
                    current.Value.Take();
                    current.Value.Give();
                }

                meeting.Meet();
                PooledLease<SoakItem> late = stale;
                if (current.TryReturn())
                    Interlocked.Increment(ref ends);

                SoakException.ThrowUnless(!late.TryReturn() && !current.TryReturn() && !current.IsLive, "A lease ended twice.");
                meeting.Meet();
            }
        });
        PoolStatistics statistics = pool.GetStatistics();
        SoakException.ThrowUnless(statistics is { TotalCreated: 1, InUse: 0, Retained: 1 }, $"The cell was not at home: {statistics}");
        return rounds;
    }

    /// <summary>Rents up to three cells at a time on one thread, which ends some of them. Another thread ends the others.</summary>
    private static int HandOver(int leases)
    {
        using var pool = new LeasePool<SoakItem>(new SoakItemPolicy());
        var queue = new SpscRingQueue<PooledLease<SoakItem>>(64);
        Workers.Run(2, index =>
        {
            var random = new Random(index);
            for (int i = 0; i < leases; i++)
            {
                PooledLease<SoakItem> lease;
                var wait = default(SpinWait);
                if (index == 1)
                {
                    while (!queue.TryDequeue(out lease))
                        wait.SpinOnce(sleep1Threshold: -1);

                    lease.Value.Give();
                    SoakException.ThrowUnless(lease.TryReturn(), "A lease that was handed over had ended.");
                    continue;
                }

                for (int own = random.Next(3); own > 0; own--)
                {
                    using PooledLease<SoakItem> kept = pool.Rent();
                    kept.Value.Take();
                    kept.Value.Give();
                }

                lease = pool.Rent();
                lease.Value.Take();
                while (!queue.TryEnqueue(lease))
                    wait.SpinOnce(sleep1Threshold: -1);

                if (i % 100_000 == 0)
                    pool.Trim();
            }
        });
        PoolStatistics statistics = pool.GetStatistics();
        SoakException.ThrowUnless(statistics.InUse == 0, $"Items are missing: {statistics}");
        return leases;
    }

    /// <summary>Rents on a thread that ends. Its last leases end while its cells are adopted.</summary>
    private static int EndWhileAdopting(int rounds)
    {
        var policy = new SoakItemPolicy();
        using var pool = new LeasePool<SoakItem>(policy);
        var leases = new PooledLease<SoakItem>[3];
        var meeting = new Meeting();
        Workers.Run(2, index =>
        {
            var random = new Random(index);
            for (int round = 0; round < rounds; round++)
            {
                if (index == 0)
                {
                    var renter = new Thread(() =>
                    {
                        pool.Rent().Dispose();
                        for (int i = 0; i < leases.Length; i++)
                            leases[i] = pool.Rent();
                    });
                    renter.Start();
                    renter.Join();
                }

                meeting.Meet();
                Thread.SpinWait(random.Next(400));
                if (index == 0)
                {
                    if (round % 2 == 0)
                        pool.Trim(); // adopts, and drops the content of the depot
                    else
                        pool.Rent().Dispose();
                }
                else
                {
                    foreach (PooledLease<SoakItem> lease in leases)
                        SoakException.ThrowUnless(lease.TryReturn(), "A lease had ended.");
                }

                meeting.Meet();
                if (index != 0)
                    continue;

                PoolStatistics statistics = pool.GetStatistics();
                SoakException.ThrowUnless(statistics.InUse == 0, $"Items are missing: {statistics}");
                SoakException.ThrowUnless(statistics.TotalCreated == statistics.Retained + statistics.TotalDropped
                    && statistics.TotalCreated == policy.Created, $"The counters do not add up: {statistics}");
            }
        });
        return rounds;
    }

    /// <summary>Ends a lease on its own thread or on another one while its pool is disposed. When its thread has left the pool, nothing
    /// remains.</summary>
    private static int EndWhileDisposing(int rounds)
    {
        using var other = new LeasePool<SoakItem>(new SoakItemPolicy());
        LeasePool<SoakItem> pool = null!;
        PooledLease<SoakItem> lease = default;
        var meeting = new Meeting();
        Workers.Run(2, index =>
        {
            var random = new Random(index);
            for (int round = 0; round < rounds; round++)
            {
                if (index == 0)
                {
                    pool = new LeasePool<SoakItem>(new SoakItemPolicy());
                    pool.Rent().Dispose();
                    lease = pool.Rent();
                }

                meeting.Meet();
                Thread.SpinWait(random.Next(200));
                if (index == round % 2)
                    lease.Dispose();
                else
                    pool.Dispose();

                meeting.Meet();
                if (index != 0)
                    continue;

                other.Rent().Dispose(); // leaves the disposed pool
                PoolStatistics statistics = pool.GetStatistics();
                SoakException.ThrowUnless(statistics is { InUse: 0, Retained: 0, TotalCreated: 1, TotalDropped: 1 },
                    $"A disposed pool is not empty: {statistics}");
            }
        });
        return rounds;
    }

    /// <summary>A meeting point at which two threads wait for each other, without sleeping, so that they continue at the same
    /// moment.</summary>
    private sealed class Meeting
    {
        private int _arrivals;

        internal void Meet()
        {
            int arrival = Interlocked.Increment(ref _arrivals);
            int last = arrival + (arrival & 1);
            var wait = default(SpinWait);
            while (Volatile.Read(ref _arrivals) < last)
                wait.SpinOnce(sleep1Threshold: -1);
        }
    }
}
