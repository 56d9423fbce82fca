using System.Collections.Concurrent;
using System.Threading.Channels;
using BenchmarkDotNet.Attributes;
using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

/// <summary>20 packets into a queue, then out again, each looked at by a predicate first: a game loop's tick. One thread; what the loops
/// lock is never contended.</summary>
public partial class RingQueueBenchmarks
{
    private const int Batch = 20;
    private const int Capacity = 32;

    private readonly object _payload = new();
    private readonly Lock _gate = new();
    private readonly LinkedList<PacketItem> _linkedList = [];
    private readonly Queue<Packet> _queue = new(Capacity);
    private readonly ConcurrentQueue<Packet> _concurrent = [];
    private readonly Channel<Packet> _channel =
        Channel.CreateBounded<Packet>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = true });
    private readonly RingQueue<Packet> _ring = new(Capacity, Capacity);
    private readonly SpscRingQueue<Packet> _spsc = new(Capacity);
    private readonly MpscRingQueue<Packet> _mpsc = new(Capacity);
    private readonly MpmcRingQueue<Packet> _mpmc = new(Capacity);
    private readonly Packet[] _packets = new Packet[Batch];

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
        while (TryDequeueLinked(static _ => true, out PacketItem? item))
            sum = (sum * 31) + item.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Published)]
    public long StructQueueLock()
    {
        for (int i = 0; i < Batch; i++)
        {
            var packet = new Packet((ushort)i, _payload);
            lock (_gate)
                _queue.Enqueue(packet);
        }

        long sum = 0;
        while (TryDequeueLocked(static _ => true, out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Peer, "ConcurrentQueue")]
    public long ConcurrentQueuePeek()
    {
        for (int i = 0; i < Batch; i++)
            _concurrent.Enqueue(new Packet((ushort)i, _payload));

        long sum = 0;
        while (_concurrent.TryPeek(out Packet packet) && Accepts(packet) && _concurrent.TryDequeue(out packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Peer, "Channel")]
    public long BoundedChannelPeek()
    {
        for (int i = 0; i < Batch; i++)
            _channel.Writer.TryWrite(new Packet((ushort)i, _payload));

        ChannelReader<Packet> reader = _channel.Reader;
        long sum = 0;
        while (reader.TryPeek(out Packet packet) && Accepts(packet) && reader.TryRead(out packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long RingLock()
    {
        for (int i = 0; i < Batch; i++)
        {
            var packet = new Packet((ushort)i, _payload);
            lock (_gate)
                _ring.TryEnqueue(packet);
        }

        long sum = 0;
        while (TryDequeueRing(out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    /// <summary>For a loop that needs no lock.</summary>
    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long Ring()
    {
        RingQueue<Packet> queue = _ring;
        for (int i = 0; i < Batch; i++)
            queue.TryEnqueue(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryDequeueIf(static (_, _) => true, 0, out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long Spsc()
    {
        SpscRingQueue<Packet> queue = _spsc;
        for (int i = 0; i < Batch; i++)
            queue.TryEnqueue(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryDequeueIf(static (_, _) => true, 0, out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    /// <summary>Without the predicate, which a queue of one's own rarely needs.</summary>
    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long SpscDequeue()
    {
        SpscRingQueue<Packet> queue = _spsc;
        for (int i = 0; i < Batch; i++)
            queue.TryEnqueue(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryDequeue(out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long SpscSpans()
    {
        SpscRingQueue<Packet> queue = _spsc;
        Packet[] packets = _packets;
        for (int i = 0; i < packets.Length; i++)
            packets[i] = new Packet((ushort)i, _payload);

        queue.EnqueueMany(packets);
        long sum = 0;
        int count = queue.DequeueMany(packets);
        for (int i = 0; i < count; i++)
            sum = (sum * 31) + packets[i].Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long Mpsc()
    {
        MpscRingQueue<Packet> queue = _mpsc;
        for (int i = 0; i < Batch; i++)
            queue.TryEnqueue(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryDequeueIf(static (_, _) => true, 0, out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    [Benchmark]
    [Row("GC-009", Role.Ours)]
    public long Mpmc()
    {
        MpmcRingQueue<Packet> queue = _mpmc;
        for (int i = 0; i < Batch; i++)
            queue.TryEnqueue(new Packet((ushort)i, _payload));

        long sum = 0;
        while (queue.TryDequeue(out Packet packet))
            sum = (sum * 31) + packet.Opcode;

        return sum;
    }

    private static bool Accepts(Packet packet) => packet.Opcode < Batch;

    private bool TryDequeueLinked(Func<PacketItem, bool> predicate,
        [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out PacketItem? item)
    {
        lock (_gate)
        {
            if (_linkedList.First is { } first && predicate(first.Value))
            {
                item = first.Value;
                _linkedList.RemoveFirst();
                return true;
            }
        }

        item = null;
        return false;
    }

    private bool TryDequeueLocked(Func<Packet, bool> predicate, out Packet packet)
    {
        lock (_gate)
            return _queue.TryPeek(out packet) && predicate(packet) && _queue.TryDequeue(out packet);
    }

    private bool TryDequeueRing(out Packet packet)
    {
        lock (_gate)
            return _ring.TryDequeueIf(static (_, _) => true, 0, out packet);
    }
}
