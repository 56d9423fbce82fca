using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Producers and consumers on real threads, and the check that every item comes out once, whole, and in its producer's order.</summary>
internal static class QueueTraffic
{
    internal static void Check(QueueDriver<WideItem> queue, int producers, int consumers, int items, bool inSpans)
    {
        const long OfProducer = 1L << 32;
        long taken = 0;
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

        Assert.All(seen, static counts => Assert.All(counts, static count => Assert.Equal(1, count)));
        Assert.True(queue.IsEmpty);

        void Produce(int producer)
        {
            var span = new WideItem[5];
            for (int next = 0; next < items;)
            {
                int wanted = inSpans ? Math.Min(span.Length, items - next) : 1;
                for (int i = 0; i < wanted; i++)
                    span[i] = WideItem.Of((producer * OfProducer) + next + i);

                int added = inSpans ? queue.EnqueueMany(span.AsSpan(0, wanted)) : queue.TryEnqueue(span[0]) ? 1 : 0;
                next += added;
                if (added == 0)
                    Thread.Yield();
            }
        }

        void Consume()
        {
            var span = new WideItem[7];
            long[] last = [.. Enumerable.Repeat(-1L, producers)];
            while (Volatile.Read(ref taken) < (long)producers * items)
            {
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

                if (count == 0)
                    Thread.Yield();
                else
                    Interlocked.Add(ref taken, count);
            }
        }
    }
}
