namespace Pooling.Queues;

public sealed class SpscRingQueueTests : PeekingQueueTests
{
    public static TheoryData<int, bool> Traffic => ConcurrentQueueData.Traffic;

    public static TheoryData<long> Starts => ConcurrentQueueData.Starts;

    protected override QueueDriver<T> Create<T>(int capacity) => new SpscRingQueueDriver<T>(new SpscRingQueue<T>(capacity));

    [Fact]
    public void Constructor_OfTooLargeACapacity_NamesTheBytes()
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => new SpscRingQueue<long>((1 << 29) + 1));

        Assert.Equal("capacity", exception.ParamName);
        Assert.Contains("8589934592 bytes in all", exception.Message);
    }

    [Theory]
    [MemberData(nameof(Starts))]
    public void Positions_ThatPassTheirEnds_Continue(long start)
    {
        foreach (int capacity in new[] { 1, 2, 3, 8 })
        {
            using QueueDriver<long> queue = new SpscRingQueueDriver<long>(new SpscRingQueue<long>(capacity, start));
            for (int round = 0; round < 10; round++)
            {
                long[] items = [.. Enumerable.Range(round * capacity, capacity).Select(static item => (long)item)];
                foreach (long item in items)
                    Assert.True(queue.TryEnqueue(item));

                Assert.False(queue.TryEnqueue(-1));
                Assert.Equal(capacity, queue.Count);
                Assert.Equal(items, TakeAll(queue));
            }

            queue.Complete();
            Assert.True(queue.IsCompleted);
        }
    }

    [Theory]
    [MemberData(nameof(Traffic))]
    public void Items_OfThreads_ComeOnceWholeAndInOrder(int capacity, bool inSpans)
    {
        using QueueDriver<WideItem> queue = Create<WideItem>(capacity);

        QueueTraffic.Check(queue, producers: 1, consumers: 1, ConcurrentQueueData.Items / 1, inSpans);
    }
}
