using BenchmarkDotNet.Attributes;
using Reservoir;

namespace Pooling.Benchmarks.Objects;

public partial class MagazinePoolHandoverBenchmarks
{
    private readonly ObjectPool<Item48, ReservoirPolicy> _reservoir = new(1_024);
    private Action<int>? _handOverReservoir;

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Peer, "Reservoir")]
    public long Reservoir() => RunBoth(_handOverReservoir ??= worker =>
    {
        if (worker == 0)
            RentReservoir();
        else
            ReturnReservoir();
    });

    private void RentReservoir()
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir;
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref Item48? slot in _ring.BeginPut())
            {
                Item48 item = pool.Rent();
                item.Handle = handle++;
                slot = item;
            }

            _ring.EndPut();
        }
    }

    private void ReturnReservoir()
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir;
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<Item48>.Block)
        {
            foreach (Item48? item in _ring.BeginTake())
            {
                sum += item!.Handle;
                pool.Return(item);
            }

            _ring.EndTake();
        }

        _sum = sum;
    }
}
