using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

// Tests many readers and writers, cancellation and completion at the same time, and the allocations of waits.
public sealed partial class RingChannelTests
{
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Items_OfTasks_ComeOnceAndInOrder(bool singleReader, bool singleWriter)
    {
        int items = TestRounds.Of(20_000);
        foreach (int capacity in new[] { 1, 3, 64 })
        {
            using RingChannel<int> channel = Create<int>(capacity, singleReader, singleWriter);
            int writers = singleWriter ? 1 : 3;
            int[] seen = new int[writers * items];
            Task[] reading = [.. Enumerable.Range(0, singleReader ? 1 : 3)
                .Select(_ => Task.Run(() => ReadAll(channel.Reader, seen, items)))];
            await Task.WhenAll(Enumerable.Range(0, writers).Select(writer => Task.Run(async () =>
            {
                for (int i = 0; i < items; i++)
                    await channel.Writer.WriteAsync((writer * items) + i);
            })));
            channel.Writer.Complete();
            await Task.WhenAll(reading);
            await channel.Reader.Completion;

            Assert.All(seen, static count => Assert.Equal(1, count));
        }
    }

    [Fact]
    public async Task Reads_ThatAreCancelledAtAnyMoment_LoseNothing()
    {
        int items = TestRounds.Of(20_000);
        using var channel = new RingChannel<int>(4);
        int[] seen = new int[items];
        int taken = 0;
        Task[] reading = [.. Enumerable.Range(0, 2).Select(_ => Task.Run(async () =>
        {
            while (Volatile.Read(ref taken) < items)
            {
                using var cancellation = new CancellationTokenSource();
                ValueTask<int> read = channel.Reader.ReadAsync(cancellation.Token);
                cancellation.Cancel();
                try
                {
                    Interlocked.Increment(ref seen[await read]);
                    Interlocked.Increment(ref taken);
                }
                catch (OperationCanceledException)
                {
                }
            }
        }))];
        for (int i = 0; i < items; i++)
            await channel.Writer.WriteAsync(i);

        await Task.WhenAll(reading);

        Assert.All(seen, static count => Assert.Equal(1, count));
        Assert.Equal(0, channel.Reader.Count);
    }

    [Fact]
    public async Task Readers_ThatWaitTogether_EachGetAnItem()
    {
        using var channel = new RingChannel<int>(8);
        Task<int>[] reads = [.. Enumerable.Range(0, 8).Select(_ => channel.Reader.ReadAsync().AsTask())];
        for (int i = 0; i < reads.Length; i++)
            channel.Writer.TryWrite(i);

        int[] items = await Task.WhenAll(reads);

        Array.Sort(items);
        Assert.Equal(Enumerable.Range(0, reads.Length), items);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Readers_ThatWait_ContinueInTheirOrder(bool singleWriter)
    {
        using RingChannel<int> channel = CreateInline<int>(8, singleReader: false, singleWriter);
        ValueTask<int> first = channel.Reader.ReadAsync();
        ValueTask<int> second = channel.Reader.ReadAsync();
        channel.Writer.TryWrite(1);
        Assert.Equal(1, await first);

        ValueTask<int> third = channel.Reader.ReadAsync(); // while the object of the first is free again
        channel.Writer.TryWrite(2);
        Assert.True(second.IsCompleted);
        Assert.False(third.IsCompleted);
        channel.Writer.TryWrite(3);

        Assert.Equal(2, await second);
        Assert.Equal(3, await third);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_ThatNobodyAwaits_LeavesTheOthersAlone(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = CreateInline<int>(8, singleReader, singleWriter);
        _ = channel.Reader.ReadAsync();
        _ = channel.Reader.WaitToReadAsync();
        channel.Writer.TryWrite(1);
        ValueTask<int> read = channel.Reader.ReadAsync();
        Assert.False(read.IsCompleted);
        channel.Writer.TryWrite(2);

        Assert.Equal(2, await read);
        ValueTask<bool> wait = channel.Reader.WaitToReadAsync();
        ValueTask<int> next = channel.Reader.ReadAsync();
        channel.Writer.TryWrite(3);
        Assert.True(await wait);
        Assert.Equal(3, await next);
    }

    // A single reader executes a fence after each read, from the first writer that waits until none has waited for 1,024 reads.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Writers_ThatWaitNowAndThen_AlwaysContinue(bool singleWriter)
    {
        const int Capacity = 4;
        using RingChannel<int> channel = Create<int>(Capacity, singleReader: true, singleWriter);
        int written = 0;
        int read = 0;
        for (int round = 0; round < 300; round++)
        {
            for (int i = 0; i < (round % 3) * 1_000; i++)
            {
                Assert.True(channel.Writer.TryWrite(written++));
                Assert.Equal((true, read++), (channel.Reader.TryRead(out int item), item));
            }

            int first = written;
            written += 20;
            Task writing = Task.Run(async () =>
            {
                for (int i = 0; i < 20; i++)
                {
                    if (round % 2 == 0)
                    {
                        await channel.Writer.WriteAsync(first + i);
                        continue;
                    }

                    while (!channel.Writer.TryWrite(first + i))
                        Assert.True(await channel.Writer.WaitToWriteAsync());
                }
            });
            SpinWait spin = default;
            while (read < written)
            {
                if (channel.Reader.TryRead(out int item))
                    Assert.Equal(read++, item);
                else
                    spin.SpinOnce();
            }

            Assert.Same(writing, await Task.WhenAny(writing, Task.Delay(TimeSpan.FromMinutes(1))));
            await writing;
        }
    }

    [Fact]
    public async Task Completion_ThatRacesWithTheLastRead_AlwaysEnds()
    {
        for (int i = 0; i < 2_000; i++)
        {
            using var channel = Create<int>(1, true, true);
            channel.Writer.TryWrite(1);
            Task completing = Task.Run(() => channel.Writer.TryComplete());
            while (!channel.Reader.TryRead(out _))
            {
            }

            await completing;
            Assert.Same(channel.Reader.Completion, await Task.WhenAny(channel.Reader.Completion, Task.Delay(TimeSpan.FromMinutes(1))));
        }
    }

    [Fact]
    public async Task Completion_ThatRacesWithADrop_AlwaysEnds()
    {
        for (int i = 0; i < TestRounds.Of(2_000); i++)
        {
            using RingChannel<int> channel = Create<int>(1, false, false, BoundedChannelFullMode.DropOldest);
            channel.Writer.TryWrite(1);
            Task completing = Task.Run(() => channel.Writer.TryComplete());
            for (int k = 2; channel.Writer.TryWrite(k); k++)
            {
            }

            await completing;
            channel.Reader.TryRead(out _);
            Assert.Same(channel.Reader.Completion, await Task.WhenAny(channel.Reader.Completion, Task.Delay(TimeSpan.FromMinutes(1))));
        }
    }

    [Fact]
    public async Task Dispose_OfAnItemThatThrows_EndsTheChannel()
    {
        var channel = new RingChannel<TrackedItem>(2);
        channel.Writer.TryWrite(new TrackedItem { DisposeFault = new InjectedFaultException("Dispose") });

        Assert.Throws<InjectedFaultException>(channel.Dispose);

        await channel.Reader.Completion;
    }

    [Theory]
    [MemberData(nameof(Rings))]
    [Trait("Category", "Gc")]
    public void Object_ThatAWaitingReaderGot_Dies(bool singleReader, bool singleWriter)
    {
        using RingChannel<object> channel = Create<object>(1, singleReader, singleWriter);
        WeakReference? reference = null;
        TestThread.Run(() => reference = PassToWaitingReader(channel));

        Collector.WaitForDeath(reference!);
        GC.KeepAlive(channel);
    }

#if !NETFRAMEWORK
    [Theory]
    [MemberData(nameof(Rings))]
    [Trait("Category", "Allocation")]
    public void ReadersAndWriters_ThatWait_AllocateNothing(bool singleReader, bool singleWriter)
    {
        using RingChannel<object> channel = CreateInline<object>(1, singleReader, singleWriter);
        object item = new();
        using var cancellation = new CancellationTokenSource();

        AllocationAssert.Zero(() =>
        {
            ValueTask<object> read = channel.Reader.ReadAsync(cancellation.Token);
            ValueTask<bool> wait = channel.Reader.WaitToReadAsync();
            channel.Writer.TryWrite(item);
            _ = wait.GetAwaiter().GetResult();
            _ = read.GetAwaiter().GetResult();
            channel.Writer.TryWrite(item);
            ValueTask write = channel.Writer.WriteAsync(item, cancellation.Token);
            ValueTask<bool> waitToWrite = channel.Writer.WaitToWriteAsync();
            channel.Reader.TryRead(out _);
            write.GetAwaiter().GetResult();
            channel.Reader.TryRead(out _);
            _ = waitToWrite.GetAwaiter().GetResult();
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Reader_ThatIsResumedOnTheThreadPool_AllocatesNothing()
    {
        using var channel = new RingChannel<object>(new BoundedChannelOptions(1) { SingleReader = true, SingleWriter = true });
        object item = new();

        AllocationAssert.Zero(() =>
        {
            ValueTask<object> read = channel.Reader.ReadAsync();
            channel.Writer.TryWrite(item);
            SpinWait spin = default;
            while (!read.IsCompleted)
                spin.SpinOnce(sleep1Threshold: -1);

            _ = read.GetAwaiter().GetResult();
        });
    }
#endif

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference PassToWaitingReader(RingChannel<object> channel)
    {
        ValueTask<object> read = channel.Reader.ReadAsync();
        object item = new();
        channel.Writer.TryWrite(item);
        TestThread.WaitFor(() => read.IsCompleted, "the reader");
        Assert.Same(item, read.GetAwaiter().GetResult());
        return new WeakReference(item);
    }

    private static async Task ReadAll(ChannelReader<int> reader, int[] seen, int itemsOfWriter)
    {
        int[] last = [.. Enumerable.Repeat(-1, seen.Length / itemsOfWriter)];
        try
        {
            while (true)
            {
                int item = await reader.ReadAsync();
                Interlocked.Increment(ref seen[item]);
                Assert.True(item > last[item / itemsOfWriter], $"{item} came behind {last[item / itemsOfWriter]}.");
                last[item / itemsOfWriter] = item;
            }
        }
        catch (ChannelClosedException)
        {
        }
    }
}
