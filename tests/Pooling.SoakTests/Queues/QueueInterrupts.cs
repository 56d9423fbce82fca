using System.Threading.Channels;
using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests threads that are interrupted all the time and add and remove items of every queue, and of channels of every ring, mode
/// and kind of continuation. Every item is received once, no operation ends with the interrupt, and no thread remains parked.</summary>
internal sealed class QueueInterrupts : ISoak
{
    private const int Items = 20_000; // of a producer
    private const int Span = 5;

    private delegate int Add(ReadOnlySpan<int> items);

    private delegate int Take(Span<int> items);

    public string Name => "interrupts";

    public string Run(int factor)
    {
        using var interrupter = new Interrupter();
        long items = 0;
        foreach (int capacity in new[] { 1, 4, 64 })
        {
            var spsc = new SpscRingQueue<int>(capacity);
            items += Pass(interrupter, 1, 1, factor, spsc.EnqueueMany, spsc.DequeueMany);
            var mpsc = new MpscRingQueue<int>(capacity);
            items += Pass(interrupter, 3, 1, factor, mpsc.EnqueueMany, mpsc.DequeueMany);
            var mpmc = new MpmcRingQueue<int>(capacity);
            items += Pass(interrupter, 3, 3, factor, mpmc.EnqueueMany, mpmc.DequeueMany);
            foreach ((bool singleReader, bool singleWriter) in new[] { (true, true), (true, false), (false, false) })
            {
                foreach (BoundedChannelFullMode mode in new[]
                    { BoundedChannelFullMode.Wait, BoundedChannelFullMode.DropOldest, BoundedChannelFullMode.DropWrite })
                {
                    foreach (bool inline in new[] { false, true })
                    {
                        items += Pass(interrupter, factor, new BoundedChannelOptions(capacity)
                        {
                            SingleReader = singleReader,
                            SingleWriter = singleWriter,
                            FullMode = mode,
                            AllowSynchronousContinuations = inline,
                        });
                    }
                }
            }
        }

        return $"{items:N0} items, {interrupter.Interrupts:N0} interrupts, all accounted for once";
    }

    private static long Pass(Interrupter interrupter, int producers, int consumers, int factor, Add add, Take take)
    {
        int all = producers * factor * Items;
        var seen = new int[all];
        int taken = 0;
        IEnumerable<Action> producing = Enumerable.Range(0, producers).Select<int, Action>(index => () =>
        {
            int[] span = new int[Span];
            for (int i = 0, round = 0; i < factor * Items; round++)
            {
                int count = Math.Min(1 + (round % Span), (factor * Items) - i);
                for (int k = 0; k < count; k++)
                    span[k] = (index * factor * Items) + i + k;

                int added = add(span.AsSpan(0, count));
                i += added;
                if (added == 0)
                    Interrupter.Pause(round);
            }
        });
        IEnumerable<Action> consuming = Enumerable.Range(0, consumers).Select<int, Action>(_ => () =>
        {
            int[] span = new int[Span];
            for (int round = 0; Volatile.Read(ref taken) < all; round++)
            {
                int count = take(span.AsSpan(0, 1 + (round % Span)));
                for (int i = 0; i < count; i++)
                    Interlocked.Increment(ref seen[span[i]]);

                Interlocked.Add(ref taken, count);
                if (count == 0)
                    Interrupter.Pause(round);
            }
        });
        interrupter.Run(producing.Concat(consuming));
        Check(seen, "a queue");
        return all;
    }

    private static long Pass(Interrupter interrupter, int factor, BoundedChannelOptions options)
    {
        int producers = options.SingleWriter ? 1 : 3;
        int all = producers * factor * Items;
        var seen = new int[all];
        using var channel = new RingChannel<int>(options, item => Interlocked.Increment(ref seen[item]));
        int writing = producers;
        IEnumerable<Action> works = Enumerable.Range(0, producers).Select<int, Action>(index => () =>
        {
            for (int i = 0; i < factor * Items; i++)
            {
                Write(channel.Writer, (index * factor * Items) + i, i);
                if (i % 64 == 0)
                    Interrupter.Pause(1);
            }

            if (Interlocked.Decrement(ref writing) == 0)
                channel.Writer.Complete();
        }).Concat(Enumerable.Range(0, options.SingleReader ? 1 : 3).Select<int, Action>(_ => () =>
        {
            for (int i = 0; TryRead(channel.Reader, out int item, i); i++)
            {
                Interlocked.Increment(ref seen[item]);
                if (i % 64 == 0)
                    Interrupter.Pause(1);
            }
        }));
        interrupter.Run(works);
        Check(seen, $"a channel of {options.Capacity}, single reader {options.SingleReader}, single writer {options.SingleWriter}, "
            + $"{options.FullMode}, inline {options.AllowSynchronousContinuations}");
        SoakException.ThrowUnless(
            channel.Reader.Completion.Wait(TimeSpan.FromMinutes(5)), "The channel has not completed.");
        return all;
    }

    private static void Write(ChannelWriter<int> writer, int item, int round)
    {
        if (round % 3 == 0)
        {
            ValueTask write = writer.WriteAsync(item);
            for (int i = 1; !write.IsCompleted; i++)
                Interrupter.Pause(i);

            write.GetAwaiter().GetResult();
            return;
        }

        while (!writer.TryWrite(item))
        {
            ValueTask<bool> wait = writer.WaitToWriteAsync();
            for (int i = 1; !wait.IsCompleted; i++)
                Interrupter.Pause(i);

            SoakException.ThrowUnless(wait.GetAwaiter().GetResult(), "The channel is closed.");
        }
    }

    /// <returns><see langword="false"/> at the end of the channel.</returns>
    private static bool TryRead(ChannelReader<int> reader, out int item, int round)
    {
        if (round % 3 == 0)
        {
            ValueTask<int> read = reader.ReadAsync();
            for (int i = 1; !read.IsCompleted; i++)
                Interrupter.Pause(i);

            try
            {
                item = read.GetAwaiter().GetResult();
                return true;
            }
            catch (ChannelClosedException)
            {
                item = 0;
                return false;
            }
        }

        while (!reader.TryRead(out item))
        {
            ValueTask<bool> wait = reader.WaitToReadAsync();
            for (int i = 1; !wait.IsCompleted; i++)
                Interrupter.Pause(i);

            if (!wait.GetAwaiter().GetResult())
                return false;
        }

        return true;
    }

    private static void Check(int[] seen, string where)
    {
        int lost = seen.Count(static count => count == 0);
        int doubled = seen.Count(static count => count > 1);
        SoakException.ThrowUnless(lost + doubled == 0, $"{lost} items were lost and {doubled} came twice in {where}.");
    }
}
