using System.Threading.Channels;

namespace Pooling.Queues;

/// <content>A clock and readers that throw, and a token that is cancelled within a call of the reader.</content>
public sealed partial class BatchReaderTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public async Task AnyCallOfTheClock_ThatThrows_LosesNoItem(int before)
    {
        int calls = 0;
        for (bool fired = true; fired; calls++)
        {
            var plan = new FaultPlan(calls + 1, FaultMoment.Before);
            Channel<int> channel = Channel.CreateUnbounded<int>();
            var reader = new BatchReader<int>(channel.Reader, new FaultyClock(plan));
            for (int i = 0; i < before; i++)
                channel.Writer.TryWrite(i);

            Task<int> reading = ReadAsync(reader);
            for (int i = before; i < 5; i++)
                channel.Writer.TryWrite(i);

            int taken = await reading;
            fired = plan.HasFired;
            Assert.Equal(Enumerable.Range(0, taken), _batch.Take(taken));
            if (fired && taken > 0)
                await Assert.ThrowsAsync<InjectedFaultException>(async () => await reader.ReadBatchAsync(_batch, s_long));

            for (; channel.Reader.TryRead(out int item); taken++)
                Assert.Equal(taken, item);

            Assert.Equal(5, taken);
        }

        Assert.True(calls > 2, "The clock should have been called.");
    }

    [Fact]
    public async Task WaitForMore_ThatFailsOnce_IsThrownByTheNextRead()
    {
        Channel<int> channel = Channel.CreateUnbounded<int>();
        var source = new ScriptedReader(channel.Reader);
        var reader = new BatchReader<int>(source);
        source.BeforeWait = number => number == 1 ? FailSoon() : null;
        channel.Writer.TryWrite(7);

        Assert.Equal(1, await reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<InvalidDataException>(
            () => reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask());
        channel.Writer.TryWrite(8);
        Assert.Equal(1, await reader.ReadBatchAsync(_batch, TimeSpan.Zero, TestContext.Current.CancellationToken));

        static async Task<bool> FailSoon()
        {
            await Task.Delay(1);
            throw new InvalidDataException();
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cancel_WhileAnotherWaitBegins_EndsTheRead(bool hasItems)
    {
        Channel<int> channel = Channel.CreateUnbounded<int>();
        var source = new ScriptedReader(channel.Reader);
        var reader = new BatchReader<int>(source);
        using var cancellation = new CancellationTokenSource();
        source.BeforeWait = number =>
        {
            if (number < 2)
                return null;

            cancellation.Cancel();
            Thread.Sleep(50); // until what the cancellation has posted has run, and found nobody who waits
            return null;
        };
        Task<int> reading = reader.ReadBatchAsync(_batch, Timeout.InfiniteTimeSpan, cancellation.Token).AsTask();
        source.HidesItems = !hasItems; // another consumer took it
        channel.Writer.TryWrite(7);

        Assert.Same(reading, await Task.WhenAny(reading, Task.Delay(s_long, TestContext.Current.CancellationToken)));
        if (hasItems)
            Assert.Equal(1, await reading);
        else
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading);
    }

    private async Task<int> ReadAsync(BatchReader<int> reader)
    {
        try
        {
            return await reader.ReadBatchAsync(
                _batch, TimeSpan.FromMilliseconds(5), TestContext.Current.CancellationToken);
        }
        catch (InjectedFaultException)
        {
            return 0;
        }
    }

    /// <summary>A reader over another one, with a script for its waits.</summary>
    private sealed class ScriptedReader(ChannelReader<int> inner) : ChannelReader<int>
    {
        private int _waits;

        /// <summary>Called with the number of the wait; returns what stands for it, or <see langword="null"/>.</summary>
        public Func<int, Task<bool>?>? BeforeWait { get; set; }

        /// <summary>Whether the next item goes to nobody.</summary>
        public bool HidesItems { get; set; }

        public override bool TryRead(out int item)
        {
            if (HidesItems && inner.TryRead(out _))
                HidesItems = false;

            return inner.TryRead(out item);
        }

        public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) =>
            BeforeWait!(++_waits) is { } instead
                ? new ValueTask<bool>(instead)
                : inner.WaitToReadAsync(cancellationToken);
    }

    /// <summary>The single reader's channel of the class library cancels a wait when its reader begins another
    /// one.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WaitOfAnEarlierRead_ThatTheChannelCancels_DoesNotCancelTheNextRead(bool cancels)
    {
        Channel<int> channel = Channel.CreateUnbounded<int>(new UnboundedChannelOptions { SingleReader = true });
        var reader = new BatchReader<int>(channel.Reader);
        if (cancels)
        {
            using var source = new CancellationTokenSource();
            Task<int> cancelled = reader.ReadBatchAsync(_batch, s_long, source.Token).AsTask();
            source.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);
        }
        else
        {
            channel.Writer.TryWrite(1);
            Assert.Equal(1, await reader.ReadBatchAsync(_batch, TimeSpan.FromMilliseconds(1)));
        }

        ValueTask<bool> own = channel.Reader.WaitToReadAsync();
        channel.Writer.TryWrite(2);
        Assert.True(await own);
        Assert.True(channel.Reader.TryRead(out int item) && item == 2);

        Task<int> next = reader.ReadBatchAsync(_batch, TimeSpan.Zero).AsTask();
        channel.Writer.TryWrite(3);
        Assert.Equal(1, await next);
        Assert.Equal(3, _batch[0]);
    }

    // Each reading is a millisecond later.
    private sealed class FaultyClock(FaultPlan plan) : TimeProvider
    {
        private long _milliseconds;

        public override long TimestampFrequency => 1_000;

        public override long GetTimestamp()
        {
            plan.Pass(nameof(GetTimestamp));
            return Interlocked.Increment(ref _milliseconds);
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            plan.Pass(nameof(CreateTimer));
            return base.CreateTimer(callback, state, dueTime, period);
        }
    }
}
