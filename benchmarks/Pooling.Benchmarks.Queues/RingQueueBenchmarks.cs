namespace Pooling.Benchmarks.Queues;

/// <summary>20 packets into a queue, then out again, each looked at by a predicate first: a game loop's tick. One thread; what the loops
/// lock is never contended.</summary>
public class RingQueueBenchmarks
{
    private const int Batch = 20;
    private const int Capacity = 32;

    private readonly object _payload = new();
    private readonly Gate _gate = new();
    private readonly LinkedList<PacketItem> _linkedList = [];
    private readonly Queue<Packet> _queue = new(Capacity);
    private readonly ConcurrentQueue<Packet> _concurrent = [];
    private readonly Channel<Packet> _channel =
        Channel.CreateBounded<Packet>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = true });
    private readonly RingQueue<Packet> _ring = new(Capacity, Capacity);
    private readonly SpscRingQueue<Packet> _spsc = new(Capacity);
    private readonly MpscRingQueue<Packet> _mpsc = new(Capacity);

    [Benchmark(Baseline = true)]
    [Row("GC-009", Role.Before)]
    public long ClassLinkedListLock()
    {
        for (int i = 0; i < Batch; i++)
        {
            var item = new PacketItem((ushort)i, _payload);
            lock (_gate)
                _linkedList.AddLast(item);
        }

        long sum = 0;
        while (TryDequeue(static _ => true) is { } item)
            sum = (sum * 31) + item.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Published)]
    public long StructQueueLock() => Run(new LockedItems(_queue, _gate));

    [Benchmark]
    [Row("GC-009", Role.Peer, "ConcurrentQueue")]
    public long ConcurrentQueuePeek() => Run(new PeekedConcurrentItems(_concurrent));

    [Benchmark]
    [Row("GC-009", Role.Peer, "Channel")]
    public long BoundedChannelPeek() => Run(new PeekedChannelItems(_channel));

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long RingLock() => Run(new LockedRingItems(_ring, _gate));

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long Spsc() => Run(new PredicatedSpscItems(_spsc));

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long Mpsc() => Run(new PredicatedMpscItems(_mpsc));

    [Benchmark]
    [Row("GC-009", Role.Advice, "RingQueue of one thread: no lock, no predicate")]
    public long Ring() => Run(new RingItems<Packet>(_ring));

    [Benchmark]
    [Row("GC-009", Role.Advice, "SpscRingQueue: no predicate")]
    public long SpscDequeue() => Run(new SpscItems<Packet>(_spsc));

    private PacketItem? TryDequeue(Func<PacketItem, bool> predicate)
    {
        lock (_gate)
        {
            if (_linkedList.First is not { } first || !predicate(first.Value))
                return null;

            _linkedList.RemoveFirst();
            return first.Value;
        }
    }

    private long Run<TQueue>(TQueue queue) where TQueue : struct, IItemQueue<Packet>
    {
        for (int i = 0; i < Batch; i++)
            queue.TryPut(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryTake(out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    private readonly record struct Packet(ushort Opcode, object Payload);

    private sealed class PacketItem(ushort opcode, object payload)
    {
        internal ushort Opcode { get; } = opcode;

        internal object Payload { get; } = payload;
    }

    private readonly struct LockedItems(Queue<Packet> queue, Gate gate) : IItemQueue<Packet>
    {
        public bool TryPut(Packet item)
        {
            lock (gate)
                queue.Enqueue(item);

            return true;
        }

        public bool TryTake(out Packet item) => TryTake(static _ => true, out item);

        private bool TryTake(Func<Packet, bool> predicate, out Packet item)
        {
            lock (gate)
                return queue.TryPeek(out item) && predicate(item) && queue.TryDequeue(out item);
        }
    }

    private readonly struct PeekedConcurrentItems(ConcurrentQueue<Packet> queue) : IItemQueue<Packet>
    {
        public bool TryPut(Packet item)
        {
            queue.Enqueue(item);
            return true;
        }

        public bool TryTake(out Packet item) => TryTake(static _ => true, out item);

        private bool TryTake(Func<Packet, bool> predicate, out Packet item) =>
            queue.TryPeek(out item) && predicate(item) && queue.TryDequeue(out item);
    }

    private readonly struct PeekedChannelItems(Channel<Packet> channel) : IItemQueue<Packet>
    {
        public bool TryPut(Packet item) => channel.Writer.TryWrite(item);

        public bool TryTake(out Packet item) => TryTake(static _ => true, out item);

        private bool TryTake(Func<Packet, bool> predicate, out Packet item) =>
            channel.Reader.TryPeek(out item) && predicate(item) && channel.Reader.TryRead(out item);
    }

    private readonly struct LockedRingItems(RingQueue<Packet> queue, Gate gate) : IItemQueue<Packet>
    {
        public bool TryPut(Packet item)
        {
            lock (gate)
                return queue.TryEnqueue(item);
        }

        public bool TryTake(out Packet item)
        {
            lock (gate)
                return queue.TryDequeueIf(static (_, _) => true, 0, out item);
        }
    }

    private readonly struct PredicatedSpscItems(SpscRingQueue<Packet> queue) : IItemQueue<Packet>
    {
        public bool TryPut(Packet item) => queue.TryEnqueue(item);

        public bool TryTake(out Packet item) => queue.TryDequeueIf(static (_, _) => true, 0, out item);
    }

    private readonly struct PredicatedMpscItems(MpscRingQueue<Packet> queue) : IItemQueue<Packet>
    {
        public bool TryPut(Packet item) => queue.TryEnqueue(item);

        public bool TryTake(out Packet item) => queue.TryDequeueIf(static (_, _) => true, 0, out item);
    }
}
