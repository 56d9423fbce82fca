using Pooling.Doubles;

namespace Pooling.Queues;

public sealed partial class MpscRingQueueTests : PeekingQueueTests
{
    public static TheoryData<int, bool> Traffic => ConcurrentQueueData.Traffic;

    public static TheoryData<long> Starts => ConcurrentQueueData.Starts;

    protected override QueueDriver<T> Create<T>(int capacity) => new MpscRingQueueDriver<T>(new MpscRingQueue<T>(capacity));

    [Fact]
    public void Constructor_OfTooLargeACapacity_NamesTheBytes()
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => new MpscRingQueue<long>((1 << 29) + 1));

        Assert.Equal("capacity", exception.ParamName);
        Assert.Contains("17179869184 bytes in all", exception.Message);
    }

    [Theory]
    [MemberData(nameof(Starts))]
    public void Positions_ThatPassTheirEnds_Continue(long start)
    {
        foreach (int capacity in new[] { 1, 2, 3, 8 })
        {
            using QueueDriver<long> queue = new MpscRingQueueDriver<long>(new MpscRingQueue<long>(capacity, start));
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

        QueueTraffic.Check(queue, producers: 3, consumers: 1, ConcurrentQueueData.Items / 3, inSpans);
    }

    [Fact]
    public void Complete_WhileThreadsAdd_LetsNoneInAfterwards()
    {
        LockStep.Run(2_000, NewRace());
    }

    // One thread completes the queue and counts. Its content then must equal the items that the other thread added successfully.
    private static Action<int> NewRace()
    {
        MpscRingQueue<int>[] queues = new MpscRingQueue<int>[2_000];
        int[] arrivals = new int[queues.Length];
        for (int i = 0; i < queues.Length; i++)
            queues[i] = new MpscRingQueue<int>(4);

        return round =>
        {
            if (Interlocked.Increment(ref arrivals[round]) == 1)
            {
                queues[round].TryEnqueue(1);
                queues[round].TryEnqueue(2);
                return;
            }

            queues[round].Complete();
            int count = queues[round].Count;
            Assert.False(queues[round].TryEnqueue(3));
            Assert.Equal(count, queues[round].Count);
        };
    }
}
