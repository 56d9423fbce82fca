using System.Threading.Channels;
using Pooling.Queues;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Queues;

// Queues between threads, and channels.
internal sealed partial class QueuesSection
{
    private const int Capacity = 1_024;

    private static Comparison HandOver() => new(
        "From one thread to another",
        "One thread adds packets as fast as there is room, and the other removes them. Both wait when they cannot continue.",
        [
            HandOver("Channel.CreateBounded", Side.Without, Bounded()),
            HandOver("SpscRingQueue", Side.Pooled, new SpscRingQueue<Packet>(Capacity), static (queue, packet) => queue.TryEnqueue(packet),
                static (SpscRingQueue<Packet> queue, out Packet packet) => queue.TryDequeue(out packet)),
            HandOver("MpscRingQueue", Side.Pooled, new MpscRingQueue<Packet>(Capacity), static (queue, packet) => queue.TryEnqueue(packet),
                static (MpscRingQueue<Packet> queue, out Packet packet) => queue.TryDequeue(out packet)),
            HandOver("MpmcRingQueue", Side.Pooled, new MpmcRingQueue<Packet>(Capacity), static (queue, packet) => queue.TryEnqueue(packet),
                static (MpmcRingQueue<Packet> queue, out Packet packet) => queue.TryDequeue(out packet)),
        ])
    {
        Unit = "packet",
        Threads = 2,
    };

    private static Comparison Channels() => new(
        "Through a channel: 20 packets in, 20 out",
        "The same code on a Channel<T>, without waiting.",
        [
            Through("Channel.CreateBounded", Side.Without, Bounded()),
            Through("RingChannel, 1 to 1", Side.Pooled,
                new RingChannel<Packet>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = true })),
            Through("RingChannel, n to 1", Side.Pooled,
                new RingChannel<Packet>(new BoundedChannelOptions(Capacity) { SingleReader = true })),
            Through("RingChannel, n to n", Side.Pooled, new RingChannel<Packet>(Capacity)),
        ])
    {
        Unit = "packet",
        Multiple = Tick,
    };

    private static Channel<Packet> Bounded() =>
        Channel.CreateBounded<Packet>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = true });

    private static Contender HandOver(string name, Side side, Channel<Packet> channel) =>
        HandOver(name, side, channel, static (channel, packet) => channel.Writer.TryWrite(packet),
            static (Channel<Packet> channel, out Packet packet) => channel.Reader.TryRead(out packet));

    // One of the two threads removes, and the other adds. For every queue, each packet costs one delegate call on either side.
    private static Contender HandOver<TQueue>(string name, Side side, TQueue queue, Func<TQueue, Packet, bool> add, Take<TQueue> take)
    {
        int turns = 0;
        return new(name, side, count =>
        {
            long sum = 0;
            if (Interlocked.Increment(ref turns) % 2 == 0)
            {
                for (int i = 0; i < count; i++)
                {
                    SpinWait spin = default;
                    while (!add(queue, new Packet((ushort)i, s_payload)))
                        spin.SpinOnce(sleep1Threshold: -1);
                }
            }
            else
            {
                for (int i = 0; i < count; i++)
                {
                    Packet packet;
                    SpinWait spin = default;
                    while (!take(queue, out packet))
                        spin.SpinOnce(sleep1Threshold: -1);

                    sum += packet.Opcode;
                }
            }

            return sum;
        });
    }

    private static Contender Through(string name, Side side, Channel<Packet> channel) => new(name, side, count =>
    {
        long sum = 0;
        for (int done = 0; done < count; done += Tick)
        {
            for (int i = 0; i < Tick; i++)
                channel.Writer.TryWrite(new Packet((ushort)i, s_payload));

            while (channel.Reader.TryRead(out Packet packet))
                sum += packet.Opcode;
        }

        return sum;
    });

    private delegate bool Take<TQueue>(TQueue queue, out Packet packet);
}
