using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

// Tests callbacks for dropped items that end the channel, and throw.
public sealed partial class RingChannelTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task TryWrite_OfADropCallbackThatCompletesAndThrows_IsRefused(bool waits)
    {
        List<int> dropped = [];
        RingChannel<int>? channel = null;
        channel = Create<int>(1, singleReader: false, singleWriter: false, BoundedChannelFullMode.DropOldest, item =>
        {
            dropped.Add(item);
            channel!.Writer.TryComplete();
            throw new InjectedFaultException("dropped");
        });
        Assert.True(channel.Writer.TryWrite(1));

        if (waits)
            await Assert.ThrowsAsync<ChannelClosedException>(() => channel.Writer.WriteAsync(2).AsTask());
        else
            Assert.False(channel.Writer.TryWrite(2));

        Assert.Equal([1], dropped);
        Assert.False(channel.Reader.TryRead(out _));
        await channel.Reader.Completion;
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void TryWrite_OfADropCallbackThatCompletesAndThrows_ReportsItsException()
    {
        int told = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> handler = (_, arguments) =>
        {
            if (arguments.Exception.InnerException is InjectedFaultException fault
                && fault.Message.Contains("a drop at the end"))
            {
                Interlocked.Increment(ref told);
            }
        };
        TaskScheduler.UnobservedTaskException += handler;
        try
        {
            TestThread.Run(Write);
            TestThread.WaitFor(
                () =>
                {
                    Collector.Collect();
                    return Volatile.Read(ref told) == 1;
                },
                "the exception of the callback");
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= handler;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Write()
        {
            RingChannel<int>? channel = null;
            channel = Create<int>(1, singleReader: true, singleWriter: true, BoundedChannelFullMode.DropOldest, _ =>
            {
                channel!.Dispose();
                throw new InjectedFaultException("a drop at the end");
            });
            Assert.True(channel.Writer.TryWrite(1));
            Assert.False(channel.Writer.TryWrite(2));
        }
    }
}
