using Pooling.Encodeables;

namespace Pooling.SoakTests.Encodeables;

/// <summary>Tests two million scopes. Each is disposed by four threads at once, two in step from either end, and once more too late, after
/// others have begun.</summary>
internal sealed class ScopeRaces : ISoak
{
    private const int Batch = 512;
    private const int Items = 3;
    private const int Threads = 4;

    public string Name => "scope-races";

    public string Run(int factor)
    {
        int rounds = factor * 2_000_000 / Batch + 1;
        EncodeablePool<SoakEncodeable> type = SoakEncodeable.Pool;
        long before = type.GetStatistics().InUse;
        var stale = new PooledScope[Batch];
        var current = new PooledScope[Batch];
        var items = new SoakEncodeable[Batch * Items];
        var distinct = new HashSet<PooledScope>(Batch);
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
                // All held at once. An object or a scope that was returned twice would occur twice.
                for (int i = 0; i < Batch; i++)
                {
                    current[i] = PooledScope.Begin();
                    for (int j = 0; j < Items; j++)
                    {
                        items[i * Items + j] = current[i].Rent(type);
                        items[i * Items + j].Take();
                    }
                }

                distinct.Clear();
                distinct.UnionWith(current);
                SoakException.ThrowUnless(distinct.Count == Batch, "A scope was handed out twice.");

                foreach (PooledScope scope in stale)
                    scope.Dispose(); // too late: another scope uses its pooled part now

                foreach (SoakEncodeable item in items)
                    item.Give();
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
                    // a thread that finds a scope ended overtakes the other, and meets it at the next one
                    int position = index < Threads / 2 ? i : Batch - 1 - i;
                    current[position].Dispose();
                }

                phase.SignalAndWait();
            }
        });

        return $"{(long)rounds * Batch:N0} scopes x {Threads} disposals, 0 aliased";
    }
}
