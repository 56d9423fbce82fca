using System.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Producers and consumers on real threads, and the check that every item comes out once, whole,
/// and in its producer's order.</summary>
internal static class QueueTraffic
{
    private const int Least = 200;

    // With one busy processor a full queue is a change of threads each time, which may take milliseconds.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(2);

    /// <param name="queue">An empty queue.</param>
    /// <param name="producers">How many threads add.</param>
    /// <param name="consumers">How many threads take.</param>
    /// <param name="items">How many items each producer adds, or as many as go in some time.</param>
    /// <param name="inSpans">Whether several at once.</param>
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
                bool isLast = Volatile.Read(ref running) == 0; // before the look at the queue: what is empty then stays so
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
