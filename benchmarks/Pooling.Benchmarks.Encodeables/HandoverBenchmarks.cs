using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>One thread rents (it decodes), another returns (it handles): at most 256 notifications are on their way,
/// in blocks of 32.</summary>
public class HandoverBenchmarks
{
    private const int Block = HandoverRing<object>.Block;
    private const int Operations = 1_000 * Block;

    private readonly HandoverRing<EventFieldList> _ring = new();
    private readonly HandoverRing<PublishedEventFieldList> _publishedRing = new();
    private readonly HandoverRing<RefBox> _refRing = new();
    private readonly HandoverRing<ScopeBlock> _scopeRing = new();
    private readonly PublishedPool<PublishedEventFieldList> _published = new(static () => new PublishedEventFieldList());
    private readonly RefBox[] _boxes = [.. Enumerable.Range(0, 16 * Block).Select(static _ => new RefBox())];
    private readonly ScopeBlock[] _blocks = [.. Enumerable.Range(0, 16 * Block).Select(static _ => new ScopeBlock())];
    private readonly Action<int> _new;
    private readonly Action<int> _usePublished;
    private readonly Action<int> _atomic;
    private readonly Action<int> _scope;
    private WorkerThreads _workers = null!;
    private long _sum; // written by the returning thread, read after it ended

    public HandoverBenchmarks()
    {
        _new = worker => Run(worker, PutNew, TakeNew);
        _usePublished = worker => Run(worker, PutPublished, TakePublished);
        _atomic = worker => Run(worker, PutAtomic, TakeAtomic);
        _scope = worker => Run(worker, PutScope, TakeScope);
    }

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Before)]
    public long New() => RunBoth(_new);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Published)]
    public long Published() => RunBoth(_usePublished);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Ours)]
    public long Atomic() => RunBoth(_atomic);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-handover", Role.Ours)]
    public long ScopeOf32() => RunBoth(_scope);

    private static void Run(int worker, Action put, Action take)
    {
        if (worker == 0)
            put();
        else
            take();
    }

    private long RunBoth(Action<int> handOver)
    {
        _workers.Run(handOver);
        return _sum;
    }

    private void PutNew()
    {
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref EventFieldList? slot in _ring.BeginPut())
                slot = new EventFieldList { ClientHandle = handle++ };

            _ring.EndPut();
        }
    }

    private void TakeNew()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += Block)
        {
            foreach (EventFieldList? item in _ring.BeginTake())
                sum += item!.ClientHandle;

            _ring.EndTake();
        }

        _sum = sum;
    }

    private void PutPublished()
    {
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref PublishedEventFieldList? slot in _publishedRing.BeginPut())
            {
                PublishedEventFieldList item = _published.Create();
                item.ClientHandle = handle++;
                slot = item;
            }

            _publishedRing.EndPut();
        }
    }

    private void TakePublished()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += Block)
        {
            foreach (PublishedEventFieldList? item in _publishedRing.BeginTake())
            {
                sum += item!.ClientHandle;
                _published.Reuse(item);
            }

            _publishedRing.EndTake();
        }

        _sum = sum;
    }

    private void PutAtomic()
    {
        int next = 0;
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref RefBox? slot in _refRing.BeginPut())
            {
                RefBox box = _boxes[next++ % _boxes.Length];
                box.Rental = EventFieldList.Pool.Rent();
                box.Rental.Value.ClientHandle = handle++;
                slot = box;
            }

            _refRing.EndPut();
        }
    }

    private void TakeAtomic()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += Block)
        {
            foreach (RefBox? box in _refRing.BeginTake())
            {
                sum += box!.Rental.Value.ClientHandle;
                box.Rental.TryReturn();
            }

            _refRing.EndTake();
        }

        _sum = sum;
    }

    private void PutScope()
    {
        int next = 0;
        for (uint handle = 0; handle < Operations;)
        {
            Span<ScopeBlock?> room = _scopeRing.BeginPut();
            ScopeBlock block = _blocks[next++ % _blocks.Length];
            block.Scope = PooledScope.Begin();
            for (int i = 0; i < Block; i++)
            {
                EventFieldList item = block.Scope.Rent(EventFieldList.Pool);
                item.ClientHandle = handle++;
                block.Items[i] = item;
            }

            room[0] = block;
            _scopeRing.EndPut();
        }
    }

    private void TakeScope()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += Block)
        {
            ScopeBlock block = _scopeRing.BeginTake()[0]!;
            foreach (EventFieldList item in block.Items)
                sum += item.ClientHandle;

            block.Scope.Dispose();
            _scopeRing.EndTake();
        }

        _sum = sum;
    }

    // The program's own carriers, reused: more of them than fit into the ring.
    private sealed class RefBox
    {
        internal PooledRef<EventFieldList> Rental { get; set; }
    }

    private sealed class ScopeBlock
    {
        internal readonly EventFieldList[] Items = new EventFieldList[Block];

        internal PooledScope Scope { get; set; }
    }
}
