using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

// A reader raced by its own earlier waits, by writers, a timer and cancellations.
public sealed partial class BatchReaderTests
{
    /// <summary>The source of a task may be reset only after it has called back: until then, it may be about to.</summary>
    [Fact]
    public async Task ReadBatch_WaitThatIsCompleting_IsNotEndedBeforeItCallsBack()
    {
        var late = new LateChannelReader();
        var reader = new BatchReader<int>(late);
        using var cancellation = new CancellationTokenSource();
        Task<int> first = reader.ReadBatchAsync(_batch, s_long, cancellation.Token).AsTask();
        late.SayCompleted();
        cancellation.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);

        Task<int> second = reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask();
        Assert.Equal(0, late.TooEarly);
        Assert.False(second.IsCompleted);
        late.CallBack();
        Assert.Equal(0, await second);
        Assert.Equal(0, late.TooEarly);
    }

    /// <summary>A read looks at its wait all the time, also while it is completing.</summary>
    [Fact]
    public async Task ReadBatch_RacedByTheEndOfItsWait_ReadsEachItemOnce()
    {
        int items = TestRounds.Of(300);
        var channel = new ReusedWaitReader();
        Task completing = Task.Run(() => channel.CompleteWaits(items));
        var reader = new BatchReader<int>(channel, new ImpatientClock());
        try
        {
            for (int next = 0; next < items;)
            {
                int count = await reader.ReadBatchAsync(_batch, s_long);
                for (int i = 0; i < count; i++)
                    Assert.Equal(next++, _batch[i]);
            }
        }
        finally
        {
            channel.Stop();
            await completing;
        }
    }

    /// <summary>Writers, a timer and cancellations race with a reader; every item arrives once and in its order.</summary>
    [Theory]
    [InlineData("ring, one reader and writer", 1)]
    [InlineData("ring, one reader", 3)]
    [InlineData("ring", 3)]
    [InlineData("bounded", 3)]
    [InlineData("unbounded, one reader", 3)]
    public async Task ReadBatch_RacedByWritersTimerAndCancellation_LosesNothing(string kind, int writers)
    {
        int each = TestRounds.Of(30_000);
        Channel<int> channel = s_channels[kind]();
        Task[] writing = [.. Enumerable.Range(0, writers).Select(writer => Task.Run(async () =>
        {
            var random = new Random(writer);
            for (int i = 0; i < each; i++)
            {
                await channel.Writer.WriteAsync(writer * each + i);
                if (random.Next(100) == 0)
                    await Task.Yield();
                else if (random.Next(300) == 0)
                    await Task.Delay(1);
            }
        }))];
        _ = Task.WhenAll(writing).ContinueWith(_ => channel.Writer.Complete(), TaskScheduler.Default);

        var reader = new BatchReader<int>(channel.Reader);
        var batch = new int[64];
        int[] next = [.. Enumerable.Range(0, writers).Select(writer => writer * each)];
        int cancelled = 0;
        for (int round = 0, count = -1; count != 0; round++)
        {
            using var cancellation = new CancellationTokenSource();
            if (round % 5 == 0)
                cancellation.CancelAfter(TimeSpan.FromMilliseconds(round % 3));

            try
            {
                count = await reader.ReadBatchAsync(batch, TimeSpan.FromMilliseconds(round % 4), cancellation.Token);
            }
            catch (OperationCanceledException)
            {
                cancelled++;
                continue;
            }

            foreach (int item in batch.AsSpan(0, count))
                Assert.Equal(next[item / each]++, item);
        }

        await Task.WhenAll(writing);
        Assert.Equal(Enumerable.Range(1, writers).Select(writer => writer * each), next);
        TestContext.Current.SendDiagnosticMessage($"{cancelled} reads were cancelled.");
    }

    /// <summary>A clock that stands still, and whose timers fire at once.</summary>
    private sealed class ImpatientClock : TimeProvider
    {
        public override long GetTimestamp() => 1;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            new Timer(() => callback(state));

        private sealed class Timer(Action fire) : ITimer
        {
            public bool Change(TimeSpan dueTime, TimeSpan period)
            {
                if (dueTime != Timeout.InfiniteTimeSpan)
                    fire();

                return true;
            }

            public void Dispose()
            {
            }

            public ValueTask DisposeAsync() => default;
        }
    }
}
