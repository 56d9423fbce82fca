using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>A hundred million items of 32 bytes through each queue, between real threads: every one comes out once, whole, and in its producer's order;
/// at capacities of 1, 2, 3 and 1,000, and with positions that pass 2^31, 2^32 and 2^63 on the way.</summary>
internal sealed class QueueTraffic : ISoak
{
    private const long Items = 100_000_000;

    // Most of them where threads run at once; a queue of one item is a hand-over each time.
    private static readonly (int Capacity, double Share)[] s_capacities = [(1, 0.005), (2, 0.01), (3, 0.015), (1_000, 0.97)];
    private static readonly long[] s_starts = [0, int.MaxValue - 9_999L, uint.MaxValue - 9_999L, (2L * uint.MaxValue) - 9_998, long.MaxValue - 9_999, (long.MaxValue / 2) - 9_999];

    public string Name => "queues";

    public string Run(int factor)
    {
        long spsc = 0, mpsc = 0, mpmc = 0;
        foreach ((int capacity, double share) in s_capacities)
        {
            foreach (long start in s_starts)
            {
                long items = (long)(factor * Items * share / s_starts.Length) / 12 * 12;
                spsc += Pass(new SpscSoakQueue(new SpscRingQueue<WideItem>(capacity, start)), 1, 1, items, start);
                mpsc += Pass(new MpscSoakQueue(new MpscRingQueue<WideItem>(capacity, start & ~1)), 2, 1, items, start);
                mpmc += Pass(new MpmcSoakQueue(new MpmcRingQueue<WideItem>(capacity, start & ~1)), 2, 2, items, start);
            }
        }

        return $"{spsc:N0} items through SPSC, {mpsc:N0} through MPSC (2 producers), {mpmc:N0} through MPMC (2 and 2), none lost, doubled, torn or late";
    }

    private static long Pass<TQueue>(TQueue queue, int producers, int consumers, long items, long seed) where TQueue : struct, ISoakQueue
    {
        long taken = 0, sum = 0, squares = 0;
        Workers.Run(producers + consumers, index =>
        {
            if (index < producers)
                Produce(queue, index, items / producers, seed);
            else
                Consume(queue, producers, items, inOrder: consumers == 1, ref taken, ref sum, ref squares, seed);
        });

        // What came out is a subset in order; with count, sum and sum of squares equal it is the whole.
        long expected = 0, expectedSquares = 0;
        for (long number = 0; number < items / producers; number++)
        {
            expected = unchecked(expected + number);
            expectedSquares = unchecked(expectedSquares + (number * number));
        }

        SoakException.ThrowUnless(taken == items && queue.IsEmpty, $"{taken} of {items} items came out.");
        SoakException.ThrowUnless(sum == unchecked(producers * expected) && squares == unchecked(producers * expectedSquares), "Items were lost and others came twice.");
        return items;
    }

    private static void Produce<TQueue>(TQueue queue, int producer, long count, long seed) where TQueue : struct, ISoakQueue
    {
        Span<WideItem> span = stackalloc WideItem[8];
        bool inSpans = (seed & 2) != 0;
        for (long next = 0; next < count;)
        {
            SpinWait spin = default;
            if (!inSpans)
            {
                while (!queue.TryEnqueue(WideItem.Of(producer, next)))
                    spin.SpinOnce(sleep1Threshold: -1);

                next++;
                continue;
            }

            int wanted = (int)Math.Min(span.Length, count - next);
            for (int i = 0; i < wanted; i++)
                span[i] = WideItem.Of(producer, next + i);

            int added;
            while ((added = queue.EnqueueMany(span[..wanted])) == 0)
                spin.SpinOnce(sleep1Threshold: -1);

            next += added;
        }
    }

    private static void Consume<TQueue>(TQueue queue, int producers, long items, bool inOrder, ref long taken, ref long sum, ref long squares, long seed) where TQueue : struct, ISoakQueue
    {
        Span<WideItem> span = stackalloc WideItem[8];
        Span<long> last = stackalloc long[producers];
        last.Fill(-1);
        bool inSpans = (seed & 4) != 0;
        SpinWait spin = default;
        long pending = 0, pendingSum = 0, pendingSquares = 0;
        while (true)
        {
            int count = inSpans ? queue.DequeueMany(span) : queue.TryDequeue(out span[0]) ? 1 : 0;
            if (count == 0)
            {
                if (pending != 0)
                {
                    Interlocked.Add(ref sum, pendingSum);
                    Interlocked.Add(ref squares, pendingSquares);
                    Interlocked.Add(ref taken, pending); // the others end when this says that all is there
                    pending = pendingSum = pendingSquares = 0;
                }

                if (Volatile.Read(ref taken) == items)
                    return;

                spin.SpinOnce(sleep1Threshold: -1);
                continue;
            }

            spin = default;
            foreach (WideItem item in span[..count])
            {
                if (!item.IsWhole || (inOrder ? item.Number != last[(int)item.Producer] + 1 : item.Number <= last[(int)item.Producer]))
                    throw new SoakException($"{item} came behind {last[(int)item.Producer]}.");

                last[(int)item.Producer] = item.Number;
                pendingSum += item.Number;
                pendingSquares += item.Number * item.Number;
            }

            pending += count;
        }
    }
}
