using System.Threading.Channels;
using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests three million items from one writer to two readers whose reads are frequently canceled, and in the opposite direction.
/// Every item is received once.</summary>
internal sealed class ChannelCancellations : ISoak
{
    private const int Items = 3_000_000;
    private const int Capacity = 16;

    public string Name => "channel";

    public string Run(int factor)
    {
        long cancelledReads = CancelReads(factor * Items);
        long cancelledWrites = CancelWrites(factor * Items / 4);
        return $"{factor * Items:N0} items to 2 readers with {cancelledReads:N0} cancelled reads, "
            + $"{factor * Items / 4:N0} items from 2 writers with {cancelledWrites:N0} cancelled writes, all accounted for once";
    }

    private static long CancelReads(int items)
    {
        var channel = new RingChannel<int>(Capacity);
        var seen = new byte[items];
        var slots = new CancellationTokenSource?[2];
        long cancelled = 0;
        using Canceller canceller = new(slots);
        Task[] readers = [.. Enumerable.Range(0, 2).Select(index => Task.Run(async () =>
        {
            for (int read = 0; ; read++)
            {
                try
                {
                    int item = await (read % 16 == 0 ? ReadAndCancel(channel.Reader) : channel.Reader.ReadAsync(canceller.TokenOf(index)))
                        .ConfigureAwait(false);
                    if (++seen[item] != 1) // a separate byte: no other reader has the item
                        throw new SoakException($"Item {item} came twice.");
                }
                catch (OperationCanceledException)
                {
                    Interlocked.Increment(ref cancelled);
                }
                catch (ChannelClosedException)
                {
                    return;
                }
            }
        }))];
        Task writer = Task.Run(async () =>
        {
            for (int i = 0; i < items; i++)
                await channel.Writer.WriteAsync(i).ConfigureAwait(false);

            channel.Writer.Complete();
        });

        WaitFor([.. readers, writer, channel.Reader.Completion]);
        int lost = seen.AsSpan().Count((byte)0);
        SoakException.ThrowUnless(lost == 0, $"{lost} items were lost.");
        return cancelled;
    }

    // While an item may be passed to the reader.
    private static ValueTask<int> ReadAndCancel(ChannelReader<int> reader)
    {
        var cancellation = new CancellationTokenSource();
        ValueTask<int> read = reader.ReadAsync(cancellation.Token);
        cancellation.Cancel();
        return read;
    }

    private static long CancelWrites(int items)
    {
        var channel = new RingChannel<int>(new BoundedChannelOptions(Capacity) { SingleReader = true });
        var seen = new byte[items];
        var slots = new CancellationTokenSource?[2];
        long cancelled = 0;
        using Canceller canceller = new(slots);
        Task[] writers = [.. Enumerable.Range(0, 2).Select(index => Task.Run(async () =>
        {
            for (int i = index; i < items; i += 2)
            {
                while (true)
                {
                    try
                    {
                        await channel.Writer.WriteAsync(i, canceller.TokenOf(index)).ConfigureAwait(false);
                        break;
                    }
                    catch (OperationCanceledException)
                    {
                        Interlocked.Increment(ref cancelled); // it was not written, so it is written again
                    }
                }
            }
        }))];
        Task reader = Task.Run(async () =>
        {
            await foreach (int item in channel.Reader.ReadAllAsync().ConfigureAwait(false))
            {
                if (++seen[item] != 1)
                    throw new SoakException($"Item {item} came twice.");
            }
        });

        WaitFor(writers);
        channel.Writer.Complete();
        WaitFor([reader, channel.Reader.Completion]);
        int lost = seen.AsSpan().Count((byte)0);
        SoakException.ThrowUnless(lost == 0, $"{lost} items were lost.");
        return cancelled;
    }

    private static void WaitFor(Task[] tasks)
    {
        Task all = Task.WhenAll(tasks);
        while (!all.Wait(TimeSpan.FromMinutes(5)))
            throw new SoakException("The channel stands still.");
    }

    /// <summary>A thread that cancels all available tokens.</summary>
    private sealed class Canceller : IDisposable
    {
        private readonly CancellationTokenSource?[] _slots;
        private readonly Thread _thread;
        private volatile bool _ended;

        internal Canceller(CancellationTokenSource?[] slots)
        {
            _slots = slots;
            _thread = new Thread(Run) { IsBackground = true };
            _thread.Start();
        }

        /// <summary>Returns a token that is canceled at some time.</summary>
        internal CancellationToken TokenOf(int index)
        {
            CancellationTokenSource? source = Volatile.Read(ref _slots[index]);
            if (source is null)
            {
                source = new CancellationTokenSource();
                Volatile.Write(ref _slots[index], source);
            }

            return source.Token;
        }

        public void Dispose()
        {
            _ended = true;
            _thread.Join();
        }

        private void Run()
        {
            SpinWait spin = default;
            while (!_ended)
            {
                for (int i = 0; i < _slots.Length; i++)
                    Interlocked.Exchange(ref _slots[i], null)?.Cancel();

                spin.SpinOnce(sleep1Threshold: -1);
            }
        }
    }
}
