using System.Collections.Concurrent;
using Pooling.Queues;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Queues;

/// <summary>Compares queues: in a game loop's tick, between two threads, and as a channel.</summary>
internal sealed partial class QueuesSection : ISection
{
    private const int Tick = 20;

    private static readonly object s_payload = new();

    /// <inheritdoc/>
    public string Name => "queues";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context) => new(
        Name,
        "Queues",
        "Packets of 16 bytes, which include a reference, between the code that receives them and the code that handles them.",
        [
            context.Compare(Ticks()),
            context.Compare(HandOver()),
            context.Compare(Channels()),
        ]);

    private static Comparison Ticks() => new(
        "A tick: 20 packets in, 20 out",
        "Received and handled in turn, each peeked before it is removed. The locks of the plain ways are never contended.",
        [LinkedListAndLock(), QueueAndLock(), ConcurrentQueuePeek(), Ring(), Spsc(), Mpsc()])
    {
        Unit = "packet",
        Multiple = Tick,
        Published = [new("GC-009 queue of 20 packets", "LinkedList, lock", 0.88, 0)],
    };

    private static Contender LinkedListAndLock()
    {
        var queue = new LinkedList<PacketItem>();
        var gate = new Lock();
        return new("LinkedList, lock", Side.Without, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += Tick)
            {
                for (int i = 0; i < Tick; i++)
                {
                    var item = new PacketItem((ushort)i, s_payload);
                    lock (gate)
                        queue.AddLast(item);
                }

                for (int i = 0; i < Tick; i++)
                {
                    lock (gate)
                    {
                        if (queue.First is { Value.Opcode: < Tick } first)
                        {
                            queue.RemoveFirst();
                            sum += first.Value.Opcode;
                        }
                    }
                }
            }

            return sum;
        });
    }

    private static Contender QueueAndLock()
    {
        var queue = new Queue<Packet>();
        var gate = new Lock();
        return new("Queue, lock", Side.Without, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += Tick)
            {
                for (int i = 0; i < Tick; i++)
                {
                    lock (gate)
                        queue.Enqueue(new Packet((ushort)i, s_payload));
                }

                for (int i = 0; i < Tick; i++)
                {
                    lock (gate)
                    {
                        if (queue.TryPeek(out Packet packet) && packet.Opcode < Tick)
                            sum += queue.Dequeue().Opcode;
                    }
                }
            }

            return sum;
        });
    }

    private static Contender ConcurrentQueuePeek()
    {
        var queue = new ConcurrentQueue<Packet>();
        return new("ConcurrentQueue", Side.Without, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += Tick)
            {
                for (int i = 0; i < Tick; i++)
                    queue.Enqueue(new Packet((ushort)i, s_payload));

                while (queue.TryPeek(out Packet packet) && packet.Opcode < Tick && queue.TryDequeue(out packet))
                    sum += packet.Opcode;
            }

            return sum;
        });
    }

    private static Contender Ring()
    {
        var queue = new RingQueue<Packet>();
        return new("RingQueue", Side.Pooled, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += Tick)
            {
                for (int i = 0; i < Tick; i++)
                    queue.TryEnqueue(new Packet((ushort)i, s_payload));

                while (queue.TryDequeueIf(static (packet, limit) => packet.Opcode < limit, Tick, out Packet packet))
                    sum += packet.Opcode;
            }

            return sum;
        });
    }

    private static Contender Spsc()
    {
        var queue = new SpscRingQueue<Packet>(64);
        return new("SpscRingQueue", Side.Pooled, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += Tick)
            {
                for (int i = 0; i < Tick; i++)
                    queue.TryEnqueue(new Packet((ushort)i, s_payload));

                while (queue.TryDequeueIf(static (packet, limit) => packet.Opcode < limit, Tick, out Packet packet))
                    sum += packet.Opcode;
            }

            return sum;
        });
    }

    private static Contender Mpsc()
    {
        var queue = new MpscRingQueue<Packet>(64);
        return new("MpscRingQueue", Side.Pooled, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += Tick)
            {
                for (int i = 0; i < Tick; i++)
                    queue.TryEnqueue(new Packet((ushort)i, s_payload));

                while (queue.TryDequeueIf(static (packet, limit) => packet.Opcode < limit, Tick, out Packet packet))
                    sum += packet.Opcode;
            }

            return sum;
        });
    }
}
