using Pooling.Encodeables;

namespace Pooling.SoakTests.Encodeables;

/// <summary>Tests ten million references. Each is returned by four threads at once in different orders, and once more too late, after its
/// object was rented again.</summary>
internal sealed class RefRaces : ISoak
{
    private const int Batch = 1024;
    private const int Threads = 4;

    public string Name => "ref-races";

    public string Run(int factor)
    {
        int rounds = factor * 10_000_000 / Batch + 1;
        EncodeablePool<SoakEncodeable> type = SoakEncodeable.Pool;
        long before = type.GetStatistics().InUse;
        var stale = new PooledRef<SoakEncodeable>[Batch];
        var current = new PooledRef<SoakEncodeable>[Batch];
        long returned = 0;
        bool racing = false;
        using var phase = new Barrier(Threads, _ =>
        {
            if (racing)
            {
                SoakException.ThrowUnless(type.GetStatistics().InUse == before, "Objects were not all returned exactly once.");
                current.CopyTo(stale, 0);
            }
            else
            {
                // Rents the same objects again, all held at once, every other one through a scope. An object that was returned twice would
                // occur twice.
                using PooledScope scope = PooledScope.Begin();
                for (int i = 0; i < Batch; i++)
                {
                    current[i] = i % 2 == 0 ? type.Rent() : scope.Detach(scope.Rent(type));
                    current[i].Value.Take();
                }

                for (int i = 0; i < Batch; i++)
                    current[i].Value.Give();

                foreach (PooledRef<SoakEncodeable> rental in stale)
                    SoakException.ThrowUnless(!rental.TryReturn(), "A late return took an object from its renter.");
            }

            racing = !racing;
        });
        Workers.Run(Threads, index =>
        {
            long mine = 0;
            for (int round = 0; round < rounds; round++)
            {
                phase.SignalAndWait();
                for (int i = 0; i < Batch; i++)
                {
                    int position = index switch { 0 => i, 1 => Batch - 1 - i, 2 => (i + Batch / 2) % Batch, _ => i ^ 1 };
                    if (current[position].TryReturn())
                        mine++;
                }

                phase.SignalAndWait();
            }

            Interlocked.Add(ref returned, mine);
        });

        SoakException.ThrowUnless(returned == (long)rounds * Batch, $"{returned} returns succeeded for {(long)rounds * Batch} rentals.");
        return $"{returned:N0} references x {Threads} returns, 0 aliased";
    }
}
