using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Tests the behavior of the base class library's bounded channel, with each ring.</summary>
public sealed partial class RingChannelTests
{
    /// <summary>Gets whether there is a single reader, and whether there is a single writer: one ring for each combination.</summary>
    public static TheoryData<bool, bool> Rings => new() { { true, true }, { true, false }, { false, true }, { false, false } };

    private static RingChannel<T> Create<T>(int capacity, bool singleReader, bool singleWriter,
        BoundedChannelFullMode mode = BoundedChannelFullMode.Wait, Action<T>? dropped = null) =>
        new(new BoundedChannelOptions(capacity) { SingleReader = singleReader, SingleWriter = singleWriter, FullMode = mode }, dropped);

    [Fact]
    public void Constructor_OfBadOptions_NamesThem()
    {
        Assert.Equal("options", Assert.Throws<ArgumentNullException>(() => new RingChannel<int>(null!)).ParamName);
        Assert.Equal("capacity", Assert.Throws<ArgumentOutOfRangeException>(() => new RingChannel<int>(0)).ParamName);
        Assert.Equal("capacity", Assert.Throws<ArgumentOutOfRangeException>(() => new RingChannel<int>((1 << 29) + 1)).ParamName);
        Assert.Equal("options",
            Assert.Throws<ArgumentException>(() =>
                new RingChannel<int>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropNewest })).ParamName);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public void TryWrite_WhenFull_ReturnsFalse(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter);

        Assert.True(channel.Writer.TryWrite(1));
        Assert.True(channel.Writer.TryWrite(2));
        Assert.False(channel.Writer.TryWrite(3));
        Assert.Equal(2, channel.Reader.Count);
        Assert.True(channel.Reader.CanCount);
        Assert.Equal((true, 1), (channel.Reader.TryRead(out int item), item));
        Assert.True(channel.Writer.TryWrite(4));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public void TryPeek_OfAChannel_ShowsTheOldestIfThereIsASingleReader(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter);
        channel.Writer.TryWrite(1);

        Assert.Equal(singleReader, channel.Reader.CanPeek);
        Assert.Equal((singleReader, singleReader ? 1 : 0), (channel.Reader.TryPeek(out int item), item));
        Assert.Equal(1, channel.Reader.Count);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_BeforeTheWrite_GetsTheItem(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter);
        ValueTask<int> read = channel.Reader.ReadAsync();
        Assert.False(read.IsCompleted);

        channel.Writer.TryWrite(7);

        Assert.Equal(7, await read);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task WriteAsync_BeforeTheRead_PutsTheItem(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        channel.Writer.TryWrite(1);
        ValueTask write = channel.Writer.WriteAsync(2);
        Assert.False(write.IsCompleted);

        Assert.Equal(1, await channel.Reader.ReadAsync());
        await write;
        Assert.Equal(2, await channel.Reader.ReadAsync());
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task WaitToReadAsync_BeforeTheWrite_EndsWithTrue(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        ValueTask<bool> wait = channel.Reader.WaitToReadAsync();
        Assert.False(wait.IsCompleted);

        channel.Writer.TryWrite(1);

        Assert.True(await wait);
        Assert.True(await channel.Reader.WaitToReadAsync());
        Assert.Equal(1, channel.Reader.Count);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task WaitToWriteAsync_BeforeTheRead_EndsWithTrue(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        Assert.True(await channel.Writer.WaitToWriteAsync());
        channel.Writer.TryWrite(1);
        ValueTask<bool> wait = channel.Writer.WaitToWriteAsync();
        Assert.False(wait.IsCompleted);

        channel.Reader.TryRead(out _);

        Assert.True(await wait);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task TryComplete_OfAChannelWithItems_EndsItWhenTheyAreRead(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter);
        channel.Writer.TryWrite(1);

        Assert.True(channel.Writer.TryComplete());
        Assert.False(channel.Writer.TryComplete());

        Assert.False(channel.Writer.TryWrite(2));
        Assert.False(await channel.Writer.WaitToWriteAsync());
        Assert.False(channel.Reader.Completion.IsCompleted);
        Assert.True(await channel.Reader.WaitToReadAsync());
        Assert.Equal(1, await channel.Reader.ReadAsync());
        await channel.Reader.Completion;
        Assert.False(await channel.Reader.WaitToReadAsync());
        Assert.False(channel.Reader.TryRead(out _));
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task TryComplete_WhileReadersWait_EndsThem(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter);
        Task<int> read = channel.Reader.ReadAsync().AsTask();
        Task<bool> wait = channel.Reader.WaitToReadAsync().AsTask();

        channel.Writer.TryComplete();

        Assert.False(await wait);
        await Assert.ThrowsAsync<ChannelClosedException>(() => read);
        await channel.Reader.Completion;
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task TryComplete_WhileWritersWait_RefusesThem(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        channel.Writer.TryWrite(1);
        Task write = channel.Writer.WriteAsync(2).AsTask();
        Task<bool> wait = channel.Writer.WaitToWriteAsync().AsTask();

        channel.Writer.TryComplete();

        Assert.False(await wait);
        await Assert.ThrowsAsync<ChannelClosedException>(() => write);
        Assert.Equal((true, 1), (channel.Reader.TryRead(out int item), item));
        await channel.Reader.Completion;
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task TryComplete_WithAnError_ReachesBothSides(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        Task<int> read = channel.Reader.ReadAsync().AsTask();
        Task<bool> wait = channel.Reader.WaitToReadAsync().AsTask();
        var error = new InjectedFaultException("writer");

        channel.Writer.TryComplete(error);

        Assert.Same(error, (await Assert.ThrowsAsync<ChannelClosedException>(() => read)).InnerException);
        Assert.Same(error, await Assert.ThrowsAsync<InjectedFaultException>(() => wait));
        Assert.Same(error, await Assert.ThrowsAsync<InjectedFaultException>(() => channel.Reader.Completion));
        Assert.Same(error, await Assert.ThrowsAsync<InjectedFaultException>(() => channel.Writer.WaitToWriteAsync().AsTask()));
        Assert.Same(error, (await Assert.ThrowsAsync<ChannelClosedException>(() => channel.Writer.WriteAsync(1).AsTask())).InnerException);
        Assert.Same(error, (await Assert.ThrowsAsync<ChannelClosedException>(() => channel.Reader.ReadAsync().AsTask())).InnerException);
    }

    [Fact]
    public async Task TryComplete_WithACancellation_CancelsTheCompletion()
    {
        using var channel = new RingChannel<int>(1);

        channel.Writer.TryComplete(new OperationCanceledException());

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => channel.Reader.Completion);
        Assert.True(channel.Reader.Completion.IsCanceled);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => channel.Reader.ReadAsync().AsTask());
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_ThatIsCancelled_TakesNothing(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        using var cancellation = new CancellationTokenSource();
        ValueTask<int> read = channel.Reader.ReadAsync(cancellation.Token);
        Task<bool> wait = channel.Reader.WaitToReadAsync(cancellation.Token).AsTask();

        cancellation.Cancel();

        Assert.Equal(cancellation.Token,
            (await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await read)).CancellationToken);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
        channel.Writer.TryWrite(1);
        Assert.Equal(1, await channel.Reader.ReadAsync());
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task WriteAsync_ThatIsCancelled_PutsNothing(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        using var cancellation = new CancellationTokenSource();
        channel.Writer.TryWrite(1);
        Task write = channel.Writer.WriteAsync(2, cancellation.Token).AsTask();
        Task<bool> wait = channel.Writer.WaitToWriteAsync(cancellation.Token).AsTask();

        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => write);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
        Assert.Equal(1, await channel.Reader.ReadAsync());
        Assert.False(channel.Reader.TryRead(out _));
    }

    [Fact]
    public async Task Operations_OfACancelledToken_DoNothing()
    {
        using var channel = new RingChannel<int>(1);
        var cancelled = new CancellationToken(canceled: true);
        channel.Writer.TryWrite(1);

        Assert.True(channel.Reader.ReadAsync(cancelled).IsCanceled);
        Assert.True(channel.Reader.WaitToReadAsync(cancelled).IsCanceled);
        Assert.True(channel.Writer.WriteAsync(2, cancelled).IsCanceled);
        Assert.True(channel.Writer.WaitToWriteAsync(cancelled).IsCanceled);
        Assert.Equal(1, await channel.Reader.ReadAsync());
        Assert.False(channel.Reader.TryRead(out _));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task TryWrite_OfADroppingChannelThatIsFull_DropsTheItem(bool singleReader, bool singleWriter)
    {
        List<int> dropped = [];
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter, BoundedChannelFullMode.DropWrite, dropped.Add);
        for (int i = 0; i < 4; i++)
            Assert.True(channel.Writer.TryWrite(i));

        await channel.Writer.WriteAsync(4);
        Assert.True(await channel.Writer.WaitToWriteAsync());
        Assert.Equal([2, 3, 4], dropped);
        channel.Writer.TryComplete();
        Assert.False(channel.Writer.TryWrite(5));
        Assert.Equal([2, 3, 4], dropped);
        Assert.Equal(0, await channel.Reader.ReadAsync());
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task TryWrite_OfAnOverwritingChannelThatIsFull_DropsTheOldest(bool singleReader, bool singleWriter)
    {
        List<int> dropped = [];
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter, BoundedChannelFullMode.DropOldest, dropped.Add);
        for (int i = 0; i < 4; i++)
            Assert.True(channel.Writer.TryWrite(i));

        await channel.Writer.WriteAsync(4);
        Assert.Equal([0, 1, 2], dropped);
        channel.Writer.TryComplete();
        Assert.False(channel.Writer.TryWrite(5));
        Assert.Equal(3, await channel.Reader.ReadAsync());
        Assert.Equal(4, await channel.Reader.ReadAsync());
        await channel.Reader.Completion;
    }

    [Fact]
    public async Task TryWrite_OfADropCallbackThatThrows_WritesTheItemAndResumesTheReader()
    {
        using RingChannel<int> channel = Create<int>(1, false, false, BoundedChannelFullMode.DropOldest,
            static _ => throw new InjectedFaultException("dropped"));
        channel.Writer.TryWrite(1);

        Assert.Throws<InjectedFaultException>(() => channel.Writer.TryWrite(2));
        Assert.Throws<InjectedFaultException>(() => _ = channel.Writer.WriteAsync(3));
        Assert.Equal(3, await channel.Reader.ReadAsync());
        Assert.True(channel.Writer.TryWrite(4));
    }

#if !NETFRAMEWORK
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAllAsync_OfACompletedChannel_YieldsAllAndEnds(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(3, singleReader, singleWriter);
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < 1000; i++)
                await channel.Writer.WriteAsync(i);

            channel.Writer.Complete();
        });
        List<int> items = [];
        await foreach (int item in channel.Reader.ReadAllAsync())
            items.Add(item);

        await writing;
        Assert.Equal(Enumerable.Range(0, 1000), items);
    }
#endif

    [Fact]
    public void Dispose_OfAChannelWithItems_DisposesThem()
    {
        var channel = new RingChannel<TrackedItem>(4);
        TrackedItem[] items = [new(), new() { DisposeFault = new InjectedFaultException("Dispose") }, new()];
        foreach (TrackedItem item in items)
            channel.Writer.TryWrite(item);

        Assert.Throws<InjectedFaultException>(channel.Dispose);
        channel.Dispose();

        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        Assert.False(channel.Writer.TryWrite(new TrackedItem()));
    }

    [Fact]
    public async Task Dispose_OfAChannel_EndsIt()
    {
        var channel = new RingChannel<int>(4);
        Task<int> read = channel.Reader.ReadAsync().AsTask();

        channel.Dispose();

        await Assert.ThrowsAsync<ChannelClosedException>(() => read);
        await channel.Reader.Completion;
    }

    [Fact]
    public async Task Continuation_OfAnInlineChannel_RunsInTheWrite()
    {
        using var channel = new RingChannel<int>(
            new BoundedChannelOptions(1) { SingleReader = true, SingleWriter = true, AllowSynchronousContinuations = true });
        int thread = 0;
        Task reading = ReadAsync();

        channel.Writer.TryWrite(1);

        Assert.True(reading.IsCompleted);
        Assert.Equal(Environment.CurrentManagedThreadId, thread);
        await reading;

        async Task ReadAsync()
        {
            await channel.Reader.ReadAsync().ConfigureAwait(false);
            thread = Environment.CurrentManagedThreadId;
        }
    }

    [Fact]
    public void Continuation_OfAnOrdinaryChannel_RunsElsewhere()
    {
        using var channel = new RingChannel<int>(1);
        int thread = 0;
        Task reading = ReadAsync();

        TestThread.Run(() =>
        {
            channel.Writer.TryWrite(1);
            int writer = Environment.CurrentManagedThreadId;
            TestThread.WaitFor(() => reading.IsCompleted, "the reader");
            Assert.NotEqual(writer, Volatile.Read(ref thread));
        });

        async Task ReadAsync()
        {
            await channel.Reader.ReadAsync().ConfigureAwait(false);
            thread = Environment.CurrentManagedThreadId;
        }
    }
}
