using BenchmarkDotNet.Attributes;
using Reservoir;

namespace Pooling.Benchmarks.Objects;

public partial class MagazinePoolHeldBenchmarks
{
    private ObjectPool<Item48, ReservoirPolicy> _reservoir = null!;

    [Benchmark]
    [Row("POOL-held-1000", Role.Peer, "Reservoir")]
    [Row("POOL-held-40000", Role.Peer, "Reservoir")]
    public long Reservoir()
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir;
        Item48[] items = _items;
        for (int i = 0; i < items.Length; i++)
        {
            Item48 item = pool.Rent();
            item.Handle = (uint)i;
            items[i] = item;
        }

        long sum = 0;
        foreach (Item48 item in items)
        {
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    partial void SetupPeers() => _reservoir = new ObjectPool<Item48, ReservoirPolicy>(2 * Count);
}
