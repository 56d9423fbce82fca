using System.Threading.Channels;

namespace Pooling.Queues;

/// <content>A clock that throws.</content>
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
