using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

public sealed partial class BatchReaderTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5); // reached only if something is wrong

    private static readonly Dictionary<string, Func<Channel<int>>> s_channels = new()
    {
        ["ring, one reader and writer"] = static () => new RingChannel<int>(
            new BoundedChannelOptions(1000) { SingleReader = true, SingleWriter = true }),
        ["ring, one reader"] = static () => new RingChannel<int>(new BoundedChannelOptions(1000) { SingleReader = true }),
        ["ring"] = static () => new RingChannel<int>(new BoundedChannelOptions(1000)),
        ["bounded"] = static () => Channel.CreateBounded<int>(1000),
        ["unbounded"] = static () => Channel.CreateUnbounded<int>(),
        ["unbounded, one reader"] = static () => Channel.CreateUnbounded<int>(new UnboundedChannelOptions { SingleReader = true }),
    };

    private readonly int[] _batch = new int[10];

    public static TheoryData<string> Channels => [.. s_channels.Keys];

    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadBatch_MoreThanFit_FillsTheBatch(string kind)
    {
        Channel<int> channel = s_channels[kind]();
        var reader = new BatchReader<int>(channel.Reader);
        for (int i = 0; i < 25; i++)
            Assert.True(channel.Writer.TryWrite(i));

        Assert.Equal(10, await reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken));
        Assert.Equal(Enumerable.Range(0, 10), _batch);
        Assert.Equal(10, await reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken));
        Assert.Equal(5, await reader.ReadBatchAsync(_batch, TimeSpan.Zero, TestContext.Current.CancellationToken));
        Assert.Equal([20, 21, 22, 23, 24, 15], _batch.Take(6));
    }

    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadBatch_FewItems_WaitsForMoreUntilTheTimeIsOver(string kind)
    {
        var clock = new TimerProvider();
        Channel<int> channel = s_channels[kind]();
        var reader = new BatchReader<int>(channel.Reader, clock);
        Task<int> reading = reader.ReadBatchAsync(_batch, TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken).AsTask();
        clock.Advance(TimeSpan.FromMinutes(1));
        Assert.False(reading.IsCompleted); // the time begins with the first item

        channel.Writer.TryWrite(1);
        await clock.Scheduled();
        clock.Advance(TimeSpan.FromSeconds(0.5));
        channel.Writer.TryWrite(2);
        Assert.False(reading.IsCompleted);
        clock.AdvanceUntil(TimeSpan.FromSeconds(0.5), reading);

        Assert.Equal(2, await reading);
        Assert.Equal([1, 2], _batch.Take(2));
    }

    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadBatch_WaitThatOutlastsABatch_ServesTheNextOne(string kind)
    {
        Channel<int> channel = s_channels[kind]();
        var reader = new BatchReader<int>(channel.Reader);
        for (int i = 0; i < 20; i++)
        {
            channel.Writer.TryWrite(i);
            Assert.Equal(1, await reader.ReadBatchAsync(_batch, TimeSpan.FromMilliseconds(1), TestContext.Current.CancellationToken));
            Assert.Equal(i, _batch[0]);
        }

        channel.Writer.Complete();
        Assert.Equal(0, await reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken));
        Assert.Equal(0, await reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken));
    }

    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadBatch_ChannelThatCompletes_ReturnsAtOnceWhatIsThere(string kind)
    {
        Channel<int> channel = s_channels[kind]();
        var reader = new BatchReader<int>(channel.Reader);
        channel.Writer.TryWrite(1);
        Task<int> reading = reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask();
        Assert.False(reading.IsCompleted);

        channel.Writer.TryWrite(2);
        channel.Writer.Complete();

        Assert.Equal(2, await reading);
        Assert.Equal(0, await reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken));
    }

    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadBatch_ChannelThatFails_ThrowsAfterTheItems(string kind)
    {
        Channel<int> channel = s_channels[kind]();
        var reader = new BatchReader<int>(channel.Reader);
        channel.Writer.TryWrite(1);
        Task<int> reading = reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask();
        channel.Writer.Complete(new InvalidDataException());

        Assert.Equal(1, await reading);
        for (int i = 0; i < 2; i++)
        {
            await Assert.ThrowsAnyAsync<Exception>(
                () => reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask());
        }
    }

    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadBatch_Cancelled_LosesNothing(string kind)
    {
        Channel<int> channel = s_channels[kind]();
        var reader = new BatchReader<int>(channel.Reader);
        using var cancellation = new CancellationTokenSource();
        Task<int> empty = reader.ReadBatchAsync(_batch, s_long, cancellation.Token).AsTask();
        cancellation.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => empty);

        using var other = new CancellationTokenSource();
        channel.Writer.TryWrite(1);
        Task<int> reading = reader.ReadBatchAsync(_batch, s_long, other.Token).AsTask();
        other.Cancel();
        Assert.Equal(1, await reading);

        channel.Writer.TryWrite(2);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reader.ReadBatchAsync(_batch, s_long, other.Token).AsTask());
        Assert.Equal(1, await reader.ReadBatchAsync(_batch, TimeSpan.Zero, TestContext.Current.CancellationToken));
        Assert.Equal(2, _batch[0]);
    }

    [Fact]
    public async Task ReadBatch_WhileAnotherReads_Throws()
    {
        Channel<int> channel = Channel.CreateUnbounded<int>();
        var reader = new BatchReader<int>(channel.Reader);
        Task<int> reading = reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask();

        await Assert.ThrowsAsync<InvalidOperationException>(
            () => reader.ReadBatchAsync(new int[1], s_long, TestContext.Current.CancellationToken).AsTask());
        channel.Writer.TryWrite(1);
        channel.Writer.Complete();
        Assert.Equal(1, await reading);
    }

    [Fact]
    public void ReadBatch_InvalidArguments_Throw()
    {
        var reader = new BatchReader<int>(Channel.CreateUnbounded<int>().Reader);

        Assert.Throws<ArgumentException>(() => Ignore(reader.ReadBatchAsync(default, s_long)));
        Assert.Throws<ArgumentOutOfRangeException>(() => Ignore(reader.ReadBatchAsync(_batch, TimeSpan.FromMilliseconds(-2))));
        Assert.Throws<ArgumentOutOfRangeException>(() => Ignore(reader.ReadBatchAsync(_batch, TimeSpan.FromDays(100))));
        Assert.Throws<ArgumentNullException>(() => new BatchReader<int>(null!));
    }

    [Fact]
    public async Task ReadBatch_ChannelThatThrows_EndsTheRead()
    {
        var reader = new BatchReader<int>(new ThrowingReader());
        for (int i = 0; i < 3; i++)
            await Assert.ThrowsAsync<InvalidDataException>(() => reader.ReadBatchAsync(_batch, s_long).AsTask());
    }

    // A reader that cancels, reads on, and looks at the batch later: what the batch has was taken before.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ReadBatch_CancelledBesideTryRead_GivesEachItemOnce(bool inline)
    {
        const int Items = 5_000;
        using var channel = new RingChannel<int>(
            new BoundedChannelOptions(16) { SingleReader = true, SingleWriter = true, AllowSynchronousContinuations = inline });
        var reader = new BatchReader<int>(channel.Reader);
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < Items; i++)
            {
                await channel.Writer.WriteAsync(i);
                Thread.SpinWait(i % 40);
            }
        });
        var batch = new int[1_000];
        int next = 0;
        while (next < Items)
        {
            using var cancellation = new CancellationTokenSource();
            ValueTask<int> read = reader.ReadBatchAsync(batch, s_long, cancellation.Token);
            Thread.SpinWait(next % 200);
            cancellation.Cancel();
            bool any = channel.Reader.TryRead(out int later);
            try
            {
                int count = await read;
                for (int i = 0; i < count; i++)
                    Assert.Equal(next++, batch[i]);
            }
            catch (OperationCanceledException)
            {
                await Task.Yield(); // perhaps off the stack of the writer
            }

            if (any)
                Assert.Equal(next++, later);
        }

        await writing;
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void ReadBatch_WithATimer_DoesNotKeepTheContextOfItsFirstReader()
    {
        var channel = Channel.CreateUnbounded<int>();
        var reader = new BatchReader<int>(channel.Reader);
        WeakReference? value = null;
        TestThread.Run(() => value = ReadInContext(channel, reader));

        Collector.WaitForDeath(value!);
        GC.KeepAlive(reader);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void ReadBatch_ThatWaits_AllocatesNothing()
    {
        using var channel = new RingChannel<int>(
            new BoundedChannelOptions(100) { SingleReader = true, SingleWriter = true, AllowSynchronousContinuations = true });
        var reader = new BatchReader<int>(channel.Reader);
        using var cancellation = new CancellationTokenSource();
        AllocationAssert.Zero(() =>
        {
            ValueTask<int> read = reader.ReadBatchAsync(_batch, s_long, cancellation.Token);
            for (int i = 0; i < _batch.Length; i++)
                channel.Writer.TryWrite(i);

            Assert.True(read.GetAwaiter().GetResult() == _batch.Length);
        });
    }
#endif

    private static WeakReference ReadInContext(Channel<int> channel, BatchReader<int> reader)
    {
        var local = new AsyncLocal<object?> { Value = new object() };
        channel.Writer.TryWrite(1);
        Task<int> read = reader.ReadBatchAsync(new int[2], TimeSpan.FromMilliseconds(1)).AsTask();
        Assert.Equal(1, read.GetAwaiter().GetResult());
        return new WeakReference(local.Value);
    }

    private static void Ignore(ValueTask<int> read) => _ = read.AsTask();

    /// <summary>A clock with timers that a test advances.</summary>
    private sealed class TimerProvider : TimeProvider
    {
        private readonly TaskCompletionSource<bool> _scheduled = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private long _now = 1;
        private Timer? _timer;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Volatile.Read(ref _now);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            _timer = new Timer(this, () => callback(state));

        /// <summary>Waits for the first timer that is set.</summary>
        internal Task Scheduled() => _scheduled.Task;

        internal void Advance(TimeSpan by)
        {
            long now = Interlocked.Add(ref _now, by.Ticks);
            if (_timer is { } timer && timer.Due <= now)
                timer.Fire();
        }

        /// <summary>Advances, and fires until the read has seen it: it may just be setting its timer again.</summary>
        internal void AdvanceUntil(TimeSpan by, Task seen)
        {
            Interlocked.Add(ref _now, by.Ticks);
            Assert.True(SpinWait.SpinUntil(
                () =>
                {
                    Advance(TimeSpan.Zero);
                    return seen.IsCompleted;
                },
                s_long));
        }

        private sealed class Timer(TimerProvider clock, Action fire) : ITimer
        {
            private long _due = long.MaxValue;

            internal long Due => Volatile.Read(ref _due);

            internal void Fire()
            {
                if (Interlocked.Exchange(ref _due, long.MaxValue) != long.MaxValue)
                    fire();
            }

            public bool Change(TimeSpan dueTime, TimeSpan period)
            {
                Volatile.Write(ref _due, dueTime < TimeSpan.Zero ? long.MaxValue : clock.GetTimestamp() + dueTime.Ticks);
                if (dueTime >= TimeSpan.Zero)
                    clock._scheduled.TrySetResult(true);

                return true;
            }

            public void Dispose()
            {
            }

            public ValueTask DisposeAsync() => default;
        }
    }

    private sealed class ThrowingReader : ChannelReader<int>
    {
        public override bool TryRead(out int item) => throw new InvalidDataException();

        public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) => throw new InvalidDataException();
    }
}
