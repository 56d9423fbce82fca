using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Tests the counts that a debugger shows, of live and of disposed queues.</summary>
public sealed class QueueDisplayTests
{
    [Fact]
    public void Display_OfEachQueue_ShowsItsCounts()
    {
        using var ring = new RingQueue<int>(2, 8);
        using var spsc = new SpscRingQueue<int>(3);
        using var mpsc = new MpscRingQueue<int>(3);
        using var mpmc = new MpmcRingQueue<int>(3);
        Assert.True(ring.TryEnqueue(1) && spsc.TryEnqueue(1) && mpsc.TryEnqueue(1) && mpmc.TryEnqueue(1));

        Assert.Equal("Count = 1, MaxCapacity = 8, IsCompleted = False", DebuggerText.Of(ring));
        foreach (object queue in (object[])[spsc, mpsc, mpmc])
            Assert.Equal("Count = 1, Capacity = 3, IsCompleted = False", DebuggerText.Of(queue));
    }

    [Fact]
    public void Display_OfADisposedQueue_ShowsThatItIsCompleted()
    {
        IDisposable[] queues =
        [
            new RingQueue<int>(), new SpscRingQueue<int>(3), new MpscRingQueue<int>(3), new MpmcRingQueue<int>(3), new RingChannel<int>(3),
        ];

        foreach (IDisposable queue in queues)
        {
            queue.Dispose();
            Assert.StartsWith("Count = 0", DebuggerText.Of(queue));
            Assert.EndsWith("IsCompleted = True", DebuggerText.Of(queue));
        }
    }

    [Fact]
    public void Display_OfAChannel_ShowsItsCount()
    {
        using var channel = new RingChannel<int>(3);
        Assert.True(channel.Writer.TryWrite(1));

        Assert.Equal("Count = 1, IsCompleted = False", DebuggerText.Of(channel));
    }
}
