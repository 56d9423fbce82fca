using System.Diagnostics;
using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests a hundred million items of 32 bytes through each queue, or as many as are possible in a minute, between real threads.
/// Every item is received once, intact, and in its producer's order, at capacities of 1, 2, 3 and 1,000, and with positions that pass 2^31,
/// 2^32 and 2^63.</summary>
internal sealed class QueueTraffic : ISoak
{
    private const long Items = 100_000_000;

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    // Most of them where threads run at the same time. With a queue of one item, each item switches threads.
    private static readonly (int Capacity, double Share)[] s_capacities = [(1, 0.01), (2, 0.01), (3, 0.01), (1_000, 0.97)];
    private static readonly long[] s_starts = [0, int.MaxValue - 9_999L, uint.MaxValue - 9_999L, (2L * uint.MaxValue) - 9_998,
        long.MaxValue - 9_999, (long.MaxValue / 2) - 9_999];

    public string Name => "queues";

    public string Run(int factor)
    {
        long spsc = 0, mpsc = 0, mpmc = 0;
        foreach ((int capacity, double share) in s_capacities)
        {
            // A twelfth of the time for the small capacities together.
            TimeSpan limit = factor * s_limit * (capacity < 1_000 ? 1.0 / 36 : 11.0 / 12) / (3 * s_starts.Length);
            long items = (long)(factor * Items * share / s_starts.Length) + 1;
            for (int i = 0; i < s_starts.Length; i++)
            {
                long start = s_starts[i];
                spsc += Pass(new SpscSoakQueue(new SpscRingQueue<WideItem>(capacity, start)), 1, 1, items, i, limit);
                mpsc += Pass(new MpscSoakQueue(new MpscRingQueue<WideItem>(capacity, start & ~1)), 2, 1, items / 2, i, limit);
                mpmc += Pass(new MpmcSoakQueue(new MpmcRingQueue<WideItem>(capacity, start & ~1)), 2, 2, items / 2, i, limit);
            }
        }

        return $"{spsc:N0} items through SPSC, {mpsc:N0} through MPSC (2 producers), {mpmc:N0} through MPMC (2 and 2), "
            + "none lost, doubled, torn or late";
    }

    private static long Pass<TQueue>(TQueue queue, int producers, int consumers, long items, int kind, TimeSpan limit)
        where TQueue : struct, ISoakQueue
    {
        var traffic = new Traffic { Running = producers };
        long deadline = Stopwatch.GetTimestamp() + (long)(limit.TotalSeconds * Stopwatch.Frequency);
        Workers.Run(producers + consumers, index =>
        {
            if (index < producers)
                Produce(queue, traffic, index, items, inSpans: kind % 2 == 1, deadline);
            else
                Consume(queue, traffic, producers, inOrder: consumers == 1, inSpans: kind % 3 == 1);
        });

        // The received items are a part, in order. With an equal count, sum and sum of squares, they are all items.
        SoakException.ThrowUnless(traffic.Taken == traffic.Added && queue.IsEmpty, $"{traffic.Taken} of {traffic.Added} items came out.");
        SoakException.ThrowUnless(traffic.TakenSum == traffic.AddedSum && traffic.TakenSquares == traffic.AddedSquares,
            "Items were lost, and others came twice.");
        return traffic.Taken;
    }

    private static void Produce<TQueue>(TQueue queue, Traffic traffic, int producer, long count, bool inSpans, long deadline)
        where TQueue : struct, ISoakQueue
    {
        Span<WideItem> span = stackalloc WideItem[8];
        long next = 0, sum = 0, squares = 0;
        SpinWait spin = default;
        for (int round = 1; next < count; round++)
        {
            int wanted = inSpans ? (int)Math.Min(span.Length, count - next) : 1;
            for (int i = 0; i < wanted; i++)
                span[i] = WideItem.Of(producer, next + i);

            int added = inSpans ? queue.EnqueueMany(span[..wanted]) : queue.TryEnqueue(span[0]) ? 1 : 0;
            if (added == 0)
            {
                spin.SpinOnce(sleep1Threshold: -1);
                if (Stopwatch.GetTimestamp() > deadline)
                    break;

                continue;
            }

            spin = default;
            for (int i = 0; i < added; i++, next++)
            {
                sum += next;
                squares += next * next;
            }

            if (round % 256 == 0 && Stopwatch.GetTimestamp() > deadline)
                break;
        }

        Interlocked.Add(ref traffic.Added, next);
        Interlocked.Add(ref traffic.AddedSum, sum);
        Interlocked.Add(ref traffic.AddedSquares, squares);
        Interlocked.Decrement(ref traffic.Running);
    }

    private static void Consume<TQueue>(TQueue queue, Traffic traffic, int producers, bool inOrder, bool inSpans)
        where TQueue : struct, ISoakQueue
    {
        Span<WideItem> span = stackalloc WideItem[8];
        Span<long> last = stackalloc long[producers];
        last.Fill(-1);
        long taken = 0, sum = 0, squares = 0;
        SpinWait spin = default;
        while (true)
        {
            bool isLast = Volatile.Read(ref traffic.Running) == 0; // before the queue is checked: if it is empty then, it stays empty
            int count = inSpans ? queue.DequeueMany(span) : queue.TryDequeue(out span[0]) ? 1 : 0;
            if (count == 0)
            {
                if (isLast)
                    break;

                spin.SpinOnce(sleep1Threshold: -1);
                continue;
            }

            spin = default;
            taken += count;
            foreach (WideItem item in span[..count])
            {
                if (!item.IsWhole || (inOrder ? item.Number != last[(int)item.Producer] + 1 : item.Number <= last[(int)item.Producer]))
                    throw new SoakException($"{item} came behind {last[(int)item.Producer]}.");

                last[(int)item.Producer] = item.Number;
                sum += item.Number;
                squares += item.Number * item.Number;
            }
        }

        Interlocked.Add(ref traffic.Taken, taken);
        Interlocked.Add(ref traffic.TakenSum, sum);
        Interlocked.Add(ref traffic.TakenSquares, squares);
    }

    private sealed class Traffic
    {
        internal int Running;
        internal long Added;
        internal long AddedSum;
        internal long AddedSquares;
        internal long Taken;
        internal long TakenSum;
        internal long TakenSquares;
    }
}
