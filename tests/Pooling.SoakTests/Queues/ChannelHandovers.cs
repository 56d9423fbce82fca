using System.Threading.Channels;
using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests channels of every ring that are empty or full all the time, so that each side repeatedly waits for the other. Every item
/// arrives in order, and no side waits forever.</summary>
internal sealed class ChannelHandovers : ISoak
{
    private const int Items = 100_000;

    public string Name => "channel-handovers";

    public string Run(int factor)
    {
        int runs = 0;
        foreach (int capacity in new[] { 1, 2, 64 })
        {
            foreach ((bool singleReader, bool singleWriter) in new[] { (true, true), (true, false), (false, false) })
            {
                foreach (bool waits in new[] { false, true })
                {
                    var options = new BoundedChannelOptions(capacity) { SingleReader = singleReader, SingleWriter = singleWriter };
                    Pass(options, factor * Items, waits);
                    Answer(options, factor * Items, waits);
                    runs++;
                }
            }
        }

        return $"{runs} times {factor * Items:N0} items one way and {factor * Items:N0} there and back";
    }

    private static void Pass(BoundedChannelOptions options, int items, bool waits)
    {
        var channel = new RingChannel<int>(options);
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < items; i++)
                await WriteAsync(channel.Writer, i, waits).ConfigureAwait(false);
        });
        Task reading = Task.Run(async () =>
        {
            for (int i = 0; i < items; i++)
                Expect(await ReadAsync(channel.Reader, waits).ConfigureAwait(false), i);
        });
        WaitFor(writing, reading, options);
    }

    private static void Answer(BoundedChannelOptions options, int items, bool waits)
    {
        var there = new RingChannel<int>(options);
        var back = new RingChannel<int>(options);
        Task answering = Task.Run(async () =>
        {
            for (int i = 0; i < items; i++)
                await WriteAsync(back.Writer, await ReadAsync(there.Reader, waits).ConfigureAwait(false), waits).ConfigureAwait(false);
        });
        Task asking = Task.Run(async () =>
        {
            for (int i = 0; i < items; i++)
            {
                await WriteAsync(there.Writer, i, waits).ConfigureAwait(false);
                Expect(await ReadAsync(back.Reader, waits).ConfigureAwait(false), i);
            }
        });
        WaitFor(answering, asking, options);
    }

    private static async ValueTask WriteAsync(ChannelWriter<int> writer, int item, bool waits)
    {
        if (!waits)
        {
            await writer.WriteAsync(item).ConfigureAwait(false);
            return;
        }

        while (!writer.TryWrite(item))
            SoakException.ThrowUnless(await writer.WaitToWriteAsync().ConfigureAwait(false), "The channel is closed.");
    }

    private static async ValueTask<int> ReadAsync(ChannelReader<int> reader, bool waits)
    {
        if (!waits)
            return await reader.ReadAsync().ConfigureAwait(false);

        int item;
        while (!reader.TryRead(out item))
            SoakException.ThrowUnless(await reader.WaitToReadAsync().ConfigureAwait(false), "The channel is closed.");

        return item;
    }

    private static void Expect(int item, int expected) =>
        SoakException.ThrowUnless(item == expected, $"{item} came instead of {expected}.");

    private static void WaitFor(Task one, Task other, BoundedChannelOptions options)
    {
        SoakException.ThrowUnless(
            Task.WhenAll(one, other).Wait(TimeSpan.FromMinutes(2)),
            $"The channel of capacity {options.Capacity} stands still, single reader {options.SingleReader}, "
                + $"single writer {options.SingleWriter}.");
    }
}
