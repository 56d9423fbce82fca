namespace Pooling.Benchmarks.Queues;

/// <summary>Measures a game loop's tick: 20 packets are added to a queue and removed again, each after a check by a predicate. One thread;
/// the locks of the loops are never contended.</summary>
public class RingQueueBenchmarks
{
    private const int Capacity = 32;

    private static readonly Func<Packet, int, bool> s_predicate = static (_, _) => true;

    private readonly object _payload = new();
    private readonly Locked<LinkedItems> _linkedList = new(new());
    private readonly Locked<QueueItems> _queue = new(new());
    private readonly ConcurrentItems _concurrent = new();
    private readonly Locked<RingItems> _ring = new(new());
    private readonly SpscItems _spsc = new();
    private readonly MpscItems _mpsc = new();

    [Benchmark(Baseline = true), Row("GC-009", Role.Before, "LinkedList under a lock")]
    public long ClassLinkedListLock() => Run(_linkedList);

    [Benchmark, Row("GC-009", Role.Published, "Queue under a lock")]
    public long StructQueueLock() => Run(_queue);

    [Benchmark, Row("GC-009", Role.Peer, "ConcurrentQueue")]
    public long ConcurrentQueuePeek() => Run(_concurrent);

    [Benchmark, Row("GC-009", Role.Ours, "RingQueue under a lock")]
    public long RingLock() => Run(_ring);

    [Benchmark, Row("GC-009", Role.Advice, "SpscRingQueue, for one producer and one consumer")]
    public long Spsc() => Run(_spsc);

    [Benchmark, Row("GC-009", Role.Ours, "MpscRingQueue, one consumer only")]
    public long Mpsc() => Run(_mpsc);

    private long Run<TQueue>(TQueue queue) where TQueue : struct, IItemQueue<Packet>
    {
        for (int i = 0; i < 20; i++)
            queue.TryPut(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryTake(out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    private readonly record struct Packet(ushort Opcode, object Payload);

    private sealed record PacketItem(Packet Packet);

    private readonly struct Locked<TQueue>(TQueue queue) : IItemQueue<Packet> where TQueue : struct, IItemQueue<Packet>
    {
        private readonly Gate _gate = new();

        public bool TryPut(Packet item)
        {
            lock (_gate)
                return queue.TryPut(item);
        }

        public bool TryTake(out Packet item)
        {
            lock (_gate)
                return queue.TryTake(out item);
        }
    }

    private readonly struct LinkedItems() : IItemQueue<Packet>
    {
        private readonly LinkedList<PacketItem> _list = [];

        public bool TryPut(Packet item) => _list.AddLast(new PacketItem(item)) is not null;

        public bool TryTake(out Packet item)
        {
            item = _list.First is { } first ? first.Value.Packet : default;
            if (_list.Count == 0 || !s_predicate(item, 0))
                return false;

            _list.RemoveFirst();
            return true;
        }
    }

    private readonly struct QueueItems() : IItemQueue<Packet>
    {
        private readonly Queue<Packet> _queue = new(Capacity);

        public bool TryPut(Packet item)
        {
            _queue.Enqueue(item);
            return true;
        }

        public bool TryTake(out Packet item) => _queue.TryPeek(out item) && s_predicate(item, 0) && _queue.TryDequeue(out item);
    }

    private readonly struct ConcurrentItems() : IItemQueue<Packet>
    {
        private readonly ConcurrentQueue<Packet> _queue = [];

        public bool TryPut(Packet item)
        {
            _queue.Enqueue(item);
            return true;
        }

        public bool TryTake(out Packet item) => _queue.TryPeek(out item) && s_predicate(item, 0) && _queue.TryDequeue(out item);
    }

    private readonly struct RingItems() : IItemQueue<Packet>
    {
        private readonly RingQueue<Packet> _queue = new(Capacity, Capacity);
        public bool TryPut(Packet item) => _queue.TryEnqueue(item);
        public bool TryTake(out Packet item) => _queue.TryDequeueIf(s_predicate, 0, out item);
    }

    private readonly struct SpscItems() : IItemQueue<Packet>
    {
        private readonly SpscRingQueue<Packet> _queue = new(Capacity);
        public bool TryPut(Packet item) => _queue.TryEnqueue(item);
        public bool TryTake(out Packet item) => _queue.TryDequeueIf(s_predicate, 0, out item);
    }

    private readonly struct MpscItems() : IItemQueue<Packet>
    {
        private readonly MpscRingQueue<Packet> _queue = new(Capacity);
        public bool TryPut(Packet item) => _queue.TryEnqueue(item);
        public bool TryTake(out Packet item) => _queue.TryDequeueIf(s_predicate, 0, out item);
    }
}
