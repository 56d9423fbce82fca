using System.Threading.Channels;
using Pooling.Queues;

namespace Pooling.Budget;

/// <summary>The hot paths of queues: 16 items in and out.</summary>
internal static class QueuePaths
{
    private const int Capacity = 64;
    private const int Items = 16;

    internal static IReadOnlyList<HotPath> All { get; } =
    [
        new("Queues: ring", static () =>
        {
            var queue = new RingQueue<long>(Capacity);
            return new(() =>
            {
                for (long i = 0; i < Items; i++)
                    queue.TryEnqueue(i);

                while (queue.TryDequeue(out _))
                {
                }
            });
        }),
        new("Queues: spsc", static () =>
        {
            var queue = new SpscRingQueue<long>(Capacity);
            return new(() =>
            {
                for (long i = 0; i < Items; i++)
                    queue.TryEnqueue(i);

                while (queue.TryDequeue(out _))
                {
                }
            });
        }),
        new("Queues: mpsc", static () =>
        {
            var queue = new MpscRingQueue<long>(Capacity);
            return new(() =>
            {
                for (long i = 0; i < Items; i++)
                    queue.TryEnqueue(i);

                while (queue.TryDequeue(out _))
                {
                }
            });
        }),
        new("Queues: mpmc", static () =>
        {
            var queue = new MpmcRingQueue<long>(Capacity);
            return new(() =>
            {
                for (long i = 0; i < Items; i++)
                    queue.TryEnqueue(i);

                while (queue.TryDequeue(out _))
                {
                }
            });
        }),
        new("Queues: spsc, in spans", static () =>
        {
            var queue = new SpscRingQueue<long>(Capacity);
            var items = new long[Items];
            return new(() =>
            {
                queue.EnqueueMany(items);
                queue.DequeueMany(items);
            });
        }),
        new("Queues: mpmc, in spans", static () =>
        {
            var queue = new MpmcRingQueue<long>(Capacity);
            var items = new long[Items];
            return new(() =>
            {
                queue.EnqueueMany(items);
                queue.DequeueMany(items);
            });
        }),
        Channel("Queues: channel", new BoundedChannelOptions(Capacity)),
        Channel("Queues: channel, one writer and reader", new BoundedChannelOptions(Capacity) { SingleWriter = true, SingleReader = true }),
    ];

    private static HotPath Channel(string name, BoundedChannelOptions options) => new(name, () =>
    {
        var channel = new RingChannel<long>(options);
        return new(() =>
        {
            for (long i = 0; i < Items; i++)
                channel.Writer.TryWrite(i);

            while (channel.Reader.TryRead(out _))
            {
            }
        });
    });
}
