using System.Buffers;
using System.Diagnostics;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>Tests stale references that are used while the lease ends, and while others rent.</content>
public sealed partial class StaleWriterTests
{
    private const int Rounds = 2_000;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // a thread that is about to end a lease may have to wait
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(2); // fewer rounds on busy processors

    [Fact]
    public void Writer_ThatIsUsedWhileItsLeaseEnds_IsClosedThenAndStartsEmpty() => EndWhileUsed(
        static pool => pool.Rent(),
        static (writer, use) =>
        {
            switch (use & 3)
            {
                case 0:
                    writer.Write("STALE"u8);
                    break;
                case 1:
                    writer.GetSpan(4);
                    writer.Advance(1);
                    break;
                case 2:
                    writer.ResetWrittenCount();
                    break;
                default:
                    writer.Write(new byte[100]);
                    break;
            }
        },
        static writer => writer.WrittenSpan.ToArray(),
        static writer => writer.WrittenCount);

    [Fact]
    public void SegmentedWriter_ThatIsUsedWhileItsLeaseEnds_IsClosedThenAndStartsEmpty() => EndWhileUsed(
        static pool => SegmentedBufferWriter.Rent(pool),
        static (writer, use) =>
        {
            if (use % 100 == 99)
                writer.ResetWrittenCount();
            else
                writer.Write("STALE"u8);
        },
        static writer => writer.WrittenSequence.ToArray(),
        static writer => writer.WrittenCount);

    [Fact]
    public void Writers_WhileStaleReferencesHammer_ReturnNoArrayTwice() => Hammer(
        static pool => pool.Rent(),
        static (writer, use) => writer.Write(new byte[1 + (use % 700)]));

    [Fact]
    public void SegmentedWriters_WhileStaleReferencesHammer_ReturnNoArrayTwice() => Hammer(
        static pool => SegmentedBufferWriter.Rent(pool),
        static (writer, use) =>
        {
            if (use % 5 == 0)
                writer.GetSpan(use % 6000);
            else
                writer.Write(new byte[1 + (use % 3000)]);
        });

    /// <summary>Ends the lease on one thread while another thread uses the writer, until that thread finds it closed. Then the first thread
    /// rents it again.</summary>
    private static void EndWhileUsed<T>(
        Func<BufferWriterPool, PooledLease<T>> rent, Action<T, int> use, Func<T, byte[]> content, Func<T, long> count)
        where T : class, IBufferWriter<byte>
    {
        using var pool = new BufferWriterPool();
        using var barrier = new Barrier(2);
        T? shared = null;
        int unclosed = 0;
        bool isLast = false; // written before the barrier of the other thread
        var clock = Stopwatch.StartNew();
        TestThread.RunAll(2, thread =>
        {
            for (int round = 0; !isLast; round++)
            {
                if (thread == 0)
                {
                    PooledLease<T> lease = rent(pool);
                    shared = lease.Value;
                    barrier.SignalAndWait();
                    isLast = round == Rounds || clock.Elapsed > s_limit;
                    Thread.SpinWait(round % 100);
                    lease.Dispose();
                    barrier.SignalAndWait();
                    using PooledLease<T> next = rent(pool);
                    Assert.Same(shared, next.Value);
                    Assert.Equal(0, count(next.Value));
                    next.Value.Write("mine"u8);
                    Assert.Equal("mine"u8.ToArray(), content(next.Value));
                }
                else
                {
                    barrier.SignalAndWait();
                    if (!UseUntilClosed(shared!, use))
                        Interlocked.Increment(ref unclosed);

                    barrier.SignalAndWait();
                }
            }
        });

        Assert.Equal(0, unclosed);
    }

    /// <summary>Uses a writer until it has been refused several times in a row.</summary>
    private static bool UseUntilClosed<T>(T writer, Action<T, int> use)
    {
        int refused = 0;
        var waited = Stopwatch.StartNew();
        for (int i = 0; refused < 5; i++)
        {
            if (i % 4096 == 0 && waited.Elapsed > s_patience)
                return false;

            try
            {
                use(writer, i);
                refused = 0;
            }
            catch (ObjectDisposedException)
            {
                refused++;
            }
            catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or NullReferenceException)
            {
                // Two threads in one writer: the call is refused, or sees an intermediate state.
            }
        }

        return true;
    }

    /// <summary>Uses stale references to every writer all the time, also while others rent them. The content of the writers is lost, and
    /// nothing else.</summary>
    private static void Hammer<T>(Func<BufferWriterPool, PooledLease<T>> rent, Action<T, int> use) where T : class, IBufferWriter<byte>
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedCapacity = 8192, MaxRetainedBytes = 100_000 },
            arrayPool: arrays);
        var stale = new T[4];
        var leases = new PooledLease<T>[stale.Length];
        for (int i = 0; i < stale.Length; i++)
            stale[i] = (leases[i] = rent(pool)).Value;

        foreach (PooledLease<T> lease in leases)
            lease.Dispose();

        int running = 2;
        var clock = Stopwatch.StartNew();
        TestThread.RunAll(3, thread =>
        {
            if (thread == 0)
            {
                for (int i = 0; Volatile.Read(ref running) > 0; i++)
                    Ignore(() => use(stale[i % stale.Length], i));

                return;
            }

            for (int i = 0; i < 10 * Rounds && clock.Elapsed < s_limit; i++)
            {
                Ignore(() =>
                {
                    using PooledLease<T> lease = rent(pool);
                    for (int k = 0; k < 4; k++)
                        use(lease.Value, i + k);
                });
            }

            Interlocked.Decrement(ref running);
        });

        Assert.Empty(arrays.Errors);
        PooledLease<T> last = rent(pool);
        last.Value.Write(new byte[10_000]);
        last.Dispose();
        pool.Dispose();
        Assert.Empty(arrays.Errors);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    private static void Ignore(Action action)
    {
        try
        {
            action();
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or NullReferenceException
            or IndexOutOfRangeException)
        {
            // Two threads in one writer: the call is refused, or sees an intermediate state.
        }
    }
}
