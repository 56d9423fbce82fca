using System.Threading.Channels;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests channels that one thread disposes while another reads and others write. Each lease has one owner, the
/// reader or the channel, and none is left when all have ended.</summary>
internal sealed class ChannelDisposals : ISoak
{
    private const int Rounds = 10_000;

    public string Name => "channel-disposals";

    public string Run(int factor)
    {
        LeasePool<object> pool = LeasePool.Create(static () => new object());
        long read = 0;
        long left = 0;
        foreach ((bool singleReader, bool singleWriter) in new[] { (true, true), (true, false), (false, false) })
        {
            foreach (bool inline in new[] { false, true })
            {
                var options = new BoundedChannelOptions(64)
                {
                    SingleReader = singleReader,
                    SingleWriter = singleWriter,
                    AllowSynchronousContinuations = inline,
                };
                var random = new Random(1);
                for (int round = 0; round < factor * Rounds / 6; round++)
                    Dispose(options, pool, random.Next(3_000), ref read, ref left);

                long inUse = pool.GetStatistics().InUse;
                SoakException.ThrowUnless(
                    inUse == 0,
                    $"{inUse} leases have no owner: single reader {singleReader}, single writer {singleWriter}, inline {inline}.");
            }
        }

        return $"{read:N0} leases read and {left:N0} disposed in {factor * Rounds:N0} channels, each once";
    }

    private static void Dispose(BoundedChannelOptions options, LeasePool<object> pool, int delay, ref long read, ref long left)
    {
        var channel = new RingChannel<PooledLease<object>>(options);
        Task<long>[] writing = [.. Enumerable.Range(0, options.SingleWriter ? 1 : 2).Select(_ => Task.Run(() => Write(channel, pool)))];
        Task<long> reading = Task.Run(() => Read(channel));
        Thread.SpinWait(delay);
        channel.Dispose();
        Task[] all = [.. writing, reading, channel.Reader.Completion];
        SoakException.ThrowUnless(Task.WaitAll(all, TimeSpan.FromMinutes(5)), "The channel does not end.");
        read += reading.Result;
        left += writing.Sum(static task => task.Result) - reading.Result;
    }

    private static async Task<long> Write(RingChannel<PooledLease<object>> channel, LeasePool<object> pool)
    {
        for (long written = 0; ; written++)
        {
            PooledLease<object> lease = pool.Rent();
            try
            {
                await channel.Writer.WriteAsync(lease).ConfigureAwait(false);
            }
            catch (ChannelClosedException)
            {
                SoakException.ThrowUnless(lease.TryReturn(), "A lease that was refused has another owner.");
                return written;
            }
        }
    }

    private static async Task<long> Read(RingChannel<PooledLease<object>> channel)
    {
        long read = 0;
        while (await channel.Reader.WaitToReadAsync().ConfigureAwait(false))
        {
            while (channel.Reader.TryRead(out PooledLease<object> lease))
            {
                _ = lease.Value;
                SoakException.ThrowUnless(lease.TryReturn(), "A lease that was read has another owner.");
                read++;
                Thread.SpinWait(100); // so that some are left
            }
        }

        return read;
    }
}
