using System.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Runs producers and consumers on real threads, and checks that every item is received once, intact, and in its producer's
/// order.</summary>
internal static class QueueTraffic
{
    private const int Least = 200;

    // With one busy processor a full queue switches threads each time, which may take milliseconds.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(2);

    /// <param name="queue">An empty queue.</param>
    /// <param name="producers">The number of threads that add items.</param>
    /// <param name="consumers">The number of threads that take items.</param>
    /// <param name="items">The number of items that each producer adds, or fewer if the time expires.</param>
    /// <param name="inSpans">Whether several items are added and taken at once.</param>
    internal static void Check(QueueDriver<WideItem> queue, int producers, int consumers, int items, bool inSpans)
    {
        const long OfProducer = 1L << 32;
        var time = Stopwatch.StartNew();
        int running = producers;
        int[] added = new int[producers];
        var seen = new int[producers][];
        for (int i = 0; i < producers; i++)
            seen[i] = new int[items];

        TestThread.RunAll(producers + consumers, index =>
        {
            if (index < producers)
                Produce(index);
            else
                Consume();
        });

        for (int i = 0; i < producers; i++)
        {
            Assert.InRange(added[i], Math.Min(Least, items), items);
            Assert.All(seen[i].Take(added[i]), static count => Assert.Equal(1, count));
            Assert.All(seen[i].Skip(added[i]), static count => Assert.Equal(0, count));
        }

        Assert.True(queue.IsEmpty);

        void Produce(int producer)
        {
            var span = new WideItem[5];
            int next = 0;
            while (next < items)
            {
                int wanted = inSpans ? Math.Min(span.Length, items - next) : 1;
                for (int i = 0; i < wanted; i++)
                    span[i] = WideItem.Of((producer * OfProducer) + next + i);

                int count = inSpans ? queue.EnqueueMany(span.AsSpan(0, wanted)) : queue.TryEnqueue(span[0]) ? 1 : 0;
                next += count;
                if (count > 0)
                    continue;

                if (next >= Least && time.Elapsed > s_limit)
                    break;

                Thread.Yield();
            }

            added[producer] = next;
            Interlocked.Decrement(ref running);
        }

        void Consume()
        {
            var span = new WideItem[7];
            long[] last = [.. Enumerable.Repeat(-1L, producers)];
            while (true)
            {
                bool isLast = Volatile.Read(ref running) == 0; // before the queue is checked: if it is empty then, it stays empty
                int count = inSpans ? queue.DequeueMany(span) : queue.TryDequeue(out span[0]) ? 1 : 0;
                for (int i = 0; i < count; i++)
                {
                    Assert.True(span[i].IsWhole, $"Torn: {span[i]}");
                    int producer = (int)(span[i].A / OfProducer);
                    long number = span[i].A % OfProducer;
                    Assert.True(number > last[producer], $"{number} of producer {producer} came behind {last[producer]}.");
                    last[producer] = number;
                    Interlocked.Increment(ref seen[producer][number]);
                }

                if (count > 0)
                    continue;

                if (isLast)
                    break;

                Thread.Yield();
            }
        }
    }
}
