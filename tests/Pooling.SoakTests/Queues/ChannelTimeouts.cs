using System.Diagnostics;
using System.Threading.Channels;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests one reader and one writer that give up waiting, as a timeout does: each cancels its operation, goes
/// on with the next one at once, and looks at the canceled task later. Every accepted item comes once, in order, to one
/// owner.</summary>
internal sealed class ChannelTimeouts : ISoak
{
    private const int Capacity = 2;

    public string Name => "channel-timeouts";

    public string Run(int factor)
    {
        TimeSpan time = TimeSpan.FromSeconds(0.5 * factor);
        long items = 0;
        long cancelled = 0;
        foreach ((bool singleReader, bool singleWriter) in new[] { (true, true), (true, false), (false, false) })
        {
            foreach (bool inline in new[] { false, true })
            {
                foreach ((bool cancelsReads, bool cancelsWrites) in new[] { (true, false), (false, true), (true, true) })
                {
                    var options = new BoundedChannelOptions(Capacity)
                    {
                        SingleReader = singleReader,
                        SingleWriter = singleWriter,
                        AllowSynchronousContinuations = inline,
                    };
                    var run = new OneRun(options, time, cancelsReads, cancelsWrites);
                    run.Execute();
                    items += run.Items;
                    cancelled += run.Cancelled;
                }
            }
        }

        return $"{items:N0} leases over all rings, {cancelled:N0} cancelled operations, each lease once and in order";
    }

    private sealed class Box
    {
        internal int Number;
    }

    /// <summary>One reader and one writer of one channel.</summary>
    private sealed class OneRun(BoundedChannelOptions options, TimeSpan time, bool cancelsReads, bool cancelsWrites)
    {
        private readonly LeasePool<Box> _pool = LeasePool.Create(static () => new Box());
        private readonly RingChannel<PooledLease<Box>> _channel = new(options);
        private int _written;
        private int _read;
        private long _cancelledReads;
        private long _cancelledWrites;

        internal long Items => _read;

        internal long Cancelled => _cancelledReads + _cancelledWrites;

        internal void Execute()
        {
            Task[] tasks = [Task.Run(Write), Task.Run(Read)];
            var clock = Stopwatch.StartNew();
            while (!Task.WaitAll(tasks, TimeSpan.FromMilliseconds(100)))
            {
                if (Array.Find(tasks, static task => task.IsFaulted) is { } faulted)
                    faulted.GetAwaiter().GetResult();

                SoakException.ThrowUnless(clock.Elapsed < time + TimeSpan.FromMinutes(1), $"The channel stands still: {Describe()}.");
            }

            SoakException.ThrowUnless(_read == _written, $"{_written} leases were accepted, {_read} came: {Describe()}.");
        }

        private string Describe() =>
            $"single reader {options.SingleReader}, single writer {options.SingleWriter}, inline {options.AllowSynchronousContinuations}";

        private async Task Write()
        {
            try
            {
                var clock = Stopwatch.StartNew();
                var random = new Random(1);
                while (clock.Elapsed < time)
                {
                    if (!cancelsWrites)
                    {
                        await _channel.Writer.WriteAsync(Next()).ConfigureAwait(false);
                        _written++;
                        Spin(random);
                        continue;
                    }

                    await WriteWithTimeout(random).ConfigureAwait(false);
                }
            }
            finally
            {
                _channel.Writer.Complete();
            }
        }

        private async Task WriteWithTimeout(Random random)
        {
            using var cancellation = new CancellationTokenSource();
            PooledLease<Box> first = Next();
            ValueTask write = _channel.Writer.WriteAsync(first, cancellation.Token);
            Spin(random);
            cancellation.Cancel();
            if (write.IsCompletedSuccessfully)
            {
                await write.ConfigureAwait(false);
                _written++;
                return;
            }

            // Whether the first lease was accepted shows later. The second one has the number that it gets if it was.
            PooledLease<Box> second = Next();
            second.Value.Number++;
            bool accepted = _channel.Writer.TryWrite(second);
            bool moved = true;
            try
            {
                await write.ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                moved = false;
                _cancelledWrites++;
                await Task.Yield(); // perhaps off the stack of the reader, which cannot go on before
            }

            _written += (moved ? 1 : 0) + (accepted ? 1 : 0);
            if (!moved)
                SoakException.ThrowUnless(first.TryReturn(), $"A lease whose write was cancelled has another owner: {Describe()}.");

            if (!accepted)
                SoakException.ThrowUnless(second.TryReturn(), $"A lease that was refused has another owner: {Describe()}.");
        }

        private async Task Read()
        {
            var random = new Random(2);
            while (true)
            {
                if (!cancelsReads)
                {
                    if (!await _channel.Reader.WaitToReadAsync().ConfigureAwait(false))
                        return;

                    Spin(random);
                    while (_channel.Reader.TryRead(out PooledLease<Box> next))
                        Take(next);

                    continue;
                }

                using var cancellation = new CancellationTokenSource();
                ValueTask<PooledLease<Box>> read = _channel.Reader.ReadAsync(cancellation.Token);
                Spin(random);
                cancellation.Cancel();

                // Later items, if the read has one: it was moved before the token was cancelled.
                bool any = _channel.Reader.TryRead(out PooledLease<Box> second);
                try
                {
                    Take(await read.ConfigureAwait(false));
                }
                catch (OperationCanceledException)
                {
                    _cancelledReads++;
                    await Task.Yield(); // perhaps off the stack of the writer, which cannot go on before
                }
                catch (ChannelClosedException)
                {
                    SoakException.ThrowUnless(!any, $"The channel had ended, and had an item: {Describe()}.");
                    return;
                }

                if (any)
                    Take(second);
            }
        }

        // A cancelled write takes its number back, except for the next one, which was written before that showed.
        private PooledLease<Box> Next()
        {
            PooledLease<Box> lease = _pool.Rent();
            lease.Value.Number = _written;
            return lease;
        }

        private void Take(PooledLease<Box> lease)
        {
            int number = lease.Value.Number;
            SoakException.ThrowUnless(lease.TryReturn(), $"Lease {number} came twice: {Describe()}.");
            SoakException.ThrowUnless(
                number == _read || (cancelsWrites && number == _read + 1), $"Lease {number} came instead of {_read}: {Describe()}.");
            _read++;
        }

        private static void Spin(Random random) => Thread.SpinWait(random.Next(200));
    }
}
