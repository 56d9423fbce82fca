using Pooling.Objects;

namespace Pooling.SoakTests.Objects;

/// <summary>Tests ten million leases. Each is disposed by four threads at once in different orders, and once more too late, after it was
/// leased again.</summary>
internal sealed class LeaseRaces : ISoak
{
    private const int Batch = 1024;
    private const int Threads = 4;

    public string Name => "lease-races";

    public string Run(int factor)
    {
        int rounds = factor * 10_000_000 / Batch + 1;
        using var pool = new LeasePool<SoakItem>(new SoakItemPolicy());
        var stale = new PooledLease<SoakItem>[Batch];
        var current = new PooledLease<SoakItem>[Batch];
        long staleValues = 0;
        bool racing = false;
        using var phase = new Barrier(Threads, _ =>
        {
            if (racing)
            {
                SoakException.ThrowUnless(pool.GetStatistics().InUse == 0, "Leases were not all returned exactly once.");
                current.CopyTo(stale, 0);
            }
            else
            {
                // Leases the same items again, all held at once. An item that was returned twice would occur twice.
                for (int i = 0; i < Batch; i++)
                {
                    current[i] = pool.Rent();
                    current[i].Value.Take();
                }

                for (int i = 0; i < Batch; i++)
                    current[i].Value.Give();

                foreach (PooledLease<SoakItem> lease in stale)
                    lease.Dispose(); // too late: another lease holds the item now

                SoakException.ThrowUnless(pool.GetStatistics().InUse == Batch, "A late return took an item from its renter.");
            }

            racing = !racing;
        });
        Workers.Run(Threads, index =>
        {
            for (int round = 0; round < rounds; round++)
            {
                phase.SignalAndWait();
                for (int i = 0; i < Batch; i++)
                {
                    int position = index switch { 0 => i, 1 => Batch - 1 - i, 2 => (i + Batch / 2) % Batch, _ => i ^ 1 };
                    current[position].Dispose();
                    if (index == 3 && i % 64 == 0 && TryValue(current[position]))
                        Interlocked.Increment(ref staleValues);
                }

                phase.SignalAndWait();
            }
        });

        SoakException.ThrowUnless(staleValues == 0, $"{staleValues} values were read through disposed leases.");
        return $"{(long)rounds * Batch:N0} leases x {Threads} disposals, {pool.GetStatistics().TotalCreated:N0} items created, 0 aliased";
    }

    private static bool TryValue(PooledLease<SoakItem> lease)
    {
        try
        {
            return lease.Value is not null;
        }
        catch (ObjectDisposedException)
        {
            return false;
        }
    }
}
