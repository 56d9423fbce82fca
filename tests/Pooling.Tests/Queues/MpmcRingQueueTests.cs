using Pooling.Doubles;

namespace Pooling.Queues;

public sealed class MpmcRingQueueTests : QueueTests
{
    public static TheoryData<int, bool> Traffic => ConcurrentQueueData.Traffic;

    public static TheoryData<long> Starts => ConcurrentQueueData.Starts;

    protected override QueueDriver<T> Create<T>(int capacity) => new MpmcRingQueueDriver<T>(new MpmcRingQueue<T>(capacity));

    [Fact]
    public void Constructor_OfTooLargeACapacity_NamesTheBytes()
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => new MpmcRingQueue<long>((1 << 29) + 1));

        Assert.Equal("capacity", exception.ParamName);
        Assert.Contains("17179869184 bytes in all", exception.Message);
    }

    [Theory]
    [MemberData(nameof(Starts))]
    public void Positions_ThatPassTheirEnds_Continue(long start)
    {
        foreach (int capacity in new[] { 1, 2, 3, 8 })
        {
            using QueueDriver<long> queue = new MpmcRingQueueDriver<long>(new MpmcRingQueue<long>(capacity, start));
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

        QueueTraffic.Check(queue, producers: 2, consumers: 2, ConcurrentQueueData.Items / 2, inSpans);
    }

    [Fact]
    public void Complete_WhileThreadsAdd_LetsNoneInAfterwards()
    {
        LockStep.Run(2_000, NewRace());
    }

    // One thread completes the queue and counts. Its content then must equal the items that the other thread added successfully.
    private static Action<int> NewRace()
    {
        MpmcRingQueue<int>[] queues = new MpmcRingQueue<int>[2_000];
        int[] arrivals = new int[queues.Length];
        for (int i = 0; i < queues.Length; i++)
            queues[i] = new MpmcRingQueue<int>(4);

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

    [Theory]
    [MemberData(nameof(Capacities))]
    public void TryEnqueueOverwrite_WhenFull_HandsOverTheOldest(int capacity)
    {
        using QueueDriver<int> queue = Create<int>(capacity);
        List<int> dropped = [];
        for (int i = 0; i < capacity; i++)
            Assert.True(queue.TryEnqueueOverwrite(i, static (item, list) => list.Add(item), dropped));

        Assert.Empty(dropped);
        Assert.True(queue.TryEnqueueOverwrite(capacity, static (item, list) => list.Add(item), dropped));
        Assert.Equal([0], dropped);
        Assert.Equal(Enumerable.Range(1, capacity), TakeAll(queue));
    }

    [Fact]
    public void TryEnqueueOverwrite_AfterComplete_AddsAndDropsNothing()
    {
        using QueueDriver<int> queue = Create<int>(1);
        queue.TryEnqueue(1);
        queue.Complete();
        List<int> dropped = [];

        Assert.False(queue.TryEnqueueOverwrite(2, static (item, list) => list.Add(item), dropped));
        Assert.Empty(dropped);
        Assert.Equal([1], TakeAll(queue));
    }

    [Fact]
    public void TryEnqueueOverwrite_OfACallbackThatThrows_LosesOnlyWhatItWasGiven()
    {
        using QueueDriver<int> queue = Create<int>(2);
        queue.EnqueueMany([1, 2]);

        Assert.Throws<InjectedFaultException>(
            () => queue.TryEnqueueOverwrite(3, static (_, _) => throw new InjectedFaultException("dropped"), 0));
        Assert.Equal([2], TakeAll(queue));
        Assert.True(queue.TryEnqueue(4));
    }

    [Fact]
    public void TryEnqueueOverwrite_OfNoCallback_Throws()
    {
        using QueueDriver<int> queue = Create<int>(2);

        Assert.Equal("dropped", Assert.Throws<ArgumentNullException>(() => queue.TryEnqueueOverwrite(3, null!, 0)).ParamName);
        Assert.True(queue.IsEmpty);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasOverwritten_Dies()
    {
        using QueueDriver<object> queue = Create<object>(1);

        AssertDies(Pass(queue, static queue => queue.TryEnqueueOverwrite(new object(), static (_, _) => { }, 0)), queue);
    }

    [Fact]
    public void TryEnqueueOverwrite_OfThreads_LosesAndDoublesNothing()
    {
        const int Items = 20_000;
        using var queue = new MpmcRingQueue<int>(3);
        var seen = new int[2 * Items];
        TestThread.RunAll(2, index =>
        {
            for (int i = 0; i < Items; i++)
                queue.TryEnqueueOverwrite((index * Items) + i, static (item, seen) => Interlocked.Increment(ref seen[item]), seen);
        });
        queue.Drain(static (item, seen) => Interlocked.Increment(ref seen[item]), seen);

        Assert.All(seen, static count => Assert.Equal(1, count));
    }
}
