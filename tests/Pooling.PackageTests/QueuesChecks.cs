using System.Threading.Channels;
using Pooling.Queues;

namespace Pooling.PackageTests;

/// <summary>Checks the queues.</summary>
internal static class QueuesChecks
{
    internal static void Run(SelfCheck check)
    {
        using RingQueue<int> ring = new();
        using SpscRingQueue<int> spsc = new(3);
        using MpscRingQueue<int> mpsc = new(3);
        using MpmcRingQueue<int> mpmc = new(3);
        int[] some = [1, 2, 3, 4];

        check.That("RingQueue grows",
            () => ring.EnqueueMany(Enumerable.Range(0, 100).ToArray()) is 100 && ring.Count is 100
                && ring.TryDequeue(out int item) && item is 0);
        check.Equal("SpscRingQueue holds what it says", 3, () => spsc.EnqueueMany(some));
        check.Equal("MpscRingQueue holds what it says", 3, () => mpsc.EnqueueMany(some));
        check.Equal("MpmcRingQueue holds what it says", 3, () => mpmc.EnqueueMany(some));
        check.That("SpscRingQueue is first in, first out", () => spsc.TryDequeue(out int item) && item is 1);
        check.That("MpscRingQueue asks before it takes",
            () => !mpsc.TryDequeueIf(static (item, wanted) => item == wanted, 2, out _) && mpsc.TryPeek(out int item) && item is 1);
        check.That("MpmcRingQueue overwrites the oldest", () => mpmc.TryEnqueueOverwrite(4, static (_, _) => { }, 0));
        check.AllocatesNothing("a queue passes items on without allocating", () =>
        {
            spsc.TryEnqueue(5);
            spsc.TryDequeue(out _);
        });
        check.That("threads pass every item on once", () => PassesAll(mpmc));
        check.Equal("RingChannel ends when it was completed and read", 499_500, SumThroughChannel);
        check.Throws<ArgumentOutOfRangeException>("a queue of nothing is refused", static () => _ = new SpscRingQueue<int>(0));
    }

    private static bool PassesAll(MpmcRingQueue<int> queue)
    {
        queue.Drain(static (_, _) => { }, 0);
        int sum = 0;
        Parallel.For(0, 1_000, i =>
        {
            SpinWait spin = default;
            while (!queue.TryEnqueue(i))
                spin.SpinOnce();

            int item;
            while (!queue.TryDequeue(out item))
                spin.SpinOnce();

            Interlocked.Add(ref sum, item);
        });

        return sum is 499_500 && queue.IsEmpty;
    }

    private static int SumThroughChannel()
    {
        Channel<int> channel = new RingChannel<int>(new BoundedChannelOptions(4) { SingleReader = true, SingleWriter = true });
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < 1_000; i++)
                await channel.Writer.WriteAsync(i);

            channel.Writer.Complete();
        });
        Task<int> reading = Task.Run(async () =>
        {
            int sum = 0;
            while (await channel.Reader.WaitToReadAsync())
            {
                while (channel.Reader.TryRead(out int item))
                    sum += item;
            }

            return sum;
        });
        writing.GetAwaiter().GetResult();
        return reading.GetAwaiter().GetResult();
    }
}
