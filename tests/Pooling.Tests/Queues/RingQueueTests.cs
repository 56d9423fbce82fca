using System.Reflection;

namespace Pooling.Queues;

public sealed class RingQueueTests : PeekingQueueTests
{
    protected override QueueDriver<T> Create<T>(int capacity) => new RingQueueDriver<T>(new RingQueue<T>(0, capacity));

    [Fact]
    public void Constructor_OfMoreThanTheLimit_NamesTheArgument()
    {
        Assert.Equal("capacity", Assert.Throws<ArgumentOutOfRangeException>(() => new RingQueue<int>(5, 4)).ParamName);
        Assert.Equal("capacity", Assert.Throws<ArgumentOutOfRangeException>(() => new RingQueue<int>(-1)).ParamName);
        Assert.Equal("maxCapacity", Assert.Throws<ArgumentOutOfRangeException>(() => new RingQueue<int>(1, (1 << 30) + 1)).ParamName);
        Assert.Equal("maxCapacity", Assert.Throws<ArgumentOutOfRangeException>(() => new RingQueue<int>(0, 0)).ParamName);
    }

    [Fact]
    public void Capacity_OfAGrowingQueue_DoublesUpToTheLimit()
    {
        using var queue = new RingQueue<int>(0, 10);
        List<int> capacities = [queue.Capacity];
        while (queue.TryEnqueue(0))
        {
            if (capacities[^1] != queue.Capacity)
                capacities.Add(queue.Capacity);
        }

        Assert.Equal([0, 2, 4, 8, 10], capacities);
        Assert.Equal(10, queue.Count);
    }

    [Fact]
    public void TryEnqueue_OfAWrappedQueueThatGrows_KeepsTheOrder()
    {
        using var queue = new RingQueue<int>(4);
        queue.EnqueueMany([0, 1, 2, 3]);
        queue.TryDequeue(out _);
        queue.TryDequeue(out _);
        queue.EnqueueMany([4, 5, 6, 7]);

        Assert.Equal([2, 3, 4, 5, 6, 7], TakeAll(new RingQueueDriver<int>(queue)));
    }

    // The head continues to count beyond the end of its type.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Items_WhileTheHeadPassesItsEnd_StayInOrder(bool grows)
    {
        for (int start = int.MaxValue - 8; start < int.MaxValue; start++)
        {
            using var queue = new RingQueue<int>(4);
            typeof(RingQueue<int>).GetField("_head", BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(queue, start);
            int added = 0, taken = 0;
            for (int i = 0; i < 20; i++)
            {
                while (added - taken < 3)
                    Assert.True(queue.TryEnqueue(added++));

                Assert.Equal((true, taken), (queue.TryPeek(out int oldest), oldest));
                queue.GetSpans(out ReadOnlySpan<int> first, out ReadOnlySpan<int> second);
                Assert.Equal([taken, taken + 1, taken + 2], [.. first, .. second]);
                Assert.Equal((true, taken++), (queue.TryDequeue(out int item), item));
                if (grows && i == start % 8)
                    added += queue.EnqueueMany([added, added + 1, added + 2, added + 3]);

                int[] items = new int[added - taken - 1];
                Assert.Equal(items.Length, queue.DequeueMany(items));
                Assert.Equal(Enumerable.Range(taken, items.Length), items);
                taken += items.Length;
            }

            Assert.Equal(grows ? 8 : 4, queue.Capacity);
        }
    }

    [Fact]
    public void GetSpans_OfAWrappedQueue_ShowsAllInOrder()
    {
        using RingQueue<int> queue = Wrapped();

        queue.GetSpans(out ReadOnlySpan<int> first, out ReadOnlySpan<int> second);

        Assert.Equal([2, 3], first.ToArray());
        Assert.Equal([4, 5], second.ToArray());
    }

    [Fact]
    public void GetSpans_OfAnEmptyQueue_ShowsNothing()
    {
        using var queue = new RingQueue<int>(0);

        queue.GetSpans(out ReadOnlySpan<int> first, out ReadOnlySpan<int> second);

        Assert.True(first.IsEmpty && second.IsEmpty);
    }

    [Fact]
    public void GetEnumerator_OfAWrappedQueue_YieldsAllInOrder()
    {
        using RingQueue<int> queue = Wrapped();
        List<int> items = [];
        foreach (int item in queue)
            items.Add(item);

        Assert.Equal([2, 3, 4, 5], items);
        Assert.Equal(4, queue.Count);
    }

    [Fact]
    public void MoveNext_AfterAChange_Throws()
    {
        using RingQueue<int> queue = Wrapped();
        RingQueue<int>.Enumerator enumerator = queue.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        queue.TryDequeue(out _);

        Assert.Throws<InvalidOperationException>(() => enumerator.MoveNext());
    }

    [Fact]
    public void MoveNext_OfADefaultEnumerator_FindsNothing()
    {
        RingQueue<string>.Enumerator enumerator = default;

        Assert.False(enumerator.MoveNext());
        Assert.Throws<InvalidOperationException>(() => default(RingQueue<string>.Enumerator).Current);
    }

    [Fact]
    public void Queue_AsACollection_CountsAndYieldsAllInOrder()
    {
        using RingQueue<int> queue = Wrapped();
        IReadOnlyCollection<int> collection = queue;

        Assert.Equal(queue.Count, collection.Count);
        Assert.Equal([2, 3, 4, 5], collection);
        Assert.Equal([2, 3, 4, 5], ((System.Collections.IEnumerable)queue).Cast<int>());
        Assert.Equal(14, queue.Sum());
    }

    [Fact]
    public void Queue_AsACollection_FindsChangesOut()
    {
        using RingQueue<int> queue = Wrapped();

        Assert.Throws<InvalidOperationException>(() =>
        {
            foreach (int item in (IEnumerable<int>)queue)
                queue.TryEnqueue(item);
        });
    }

    [Fact]
    public void TryDequeueIf_OfAPredicateThatAdds_Throws()
    {
        using RingQueue<int> queue = Wrapped();

        Assert.Throws<InvalidOperationException>(() => queue.TryDequeueIf(static (_, queue) => queue.TryEnqueue(9), queue, out _));
        Assert.Equal([2, 3, 4, 5, 9], TakeAll(new RingQueueDriver<int>(queue)));
    }

    [Fact]
    public void Clear_OfAQueue_RemovesAllAndKeepsTheStorage()
    {
        using RingQueue<int> queue = Wrapped();

        queue.Clear();

        Assert.Equal((0, 4), (queue.Count, queue.Capacity));
        Assert.False(queue.TryDequeue(out _));
        Assert.True(queue.TryEnqueue(1));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasCleared_Dies()
    {
        var queue = new RingQueue<object>(4);

        AssertDies(Pass(new RingQueueDriver<object>(queue), _ => queue.Clear()), queue);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 2)]
    [InlineData(5, 8)]
    public void TrimExcess_OfALargeQueue_KeepsWhatTheItemsNeed(int items, int expected)
    {
        using var queue = new RingQueue<int>(64);
        queue.EnqueueMany(Enumerable.Range(0, items).ToArray());

        queue.TrimExcess();

        Assert.Equal(expected, queue.Capacity);
        Assert.Equal(Enumerable.Range(0, items), TakeAll(new RingQueueDriver<int>(queue)));
        Assert.True(queue.TryEnqueue(1));
    }

    [Fact]
    public void Dispose_OfAQueue_GivesUpTheStorage()
    {
        var queue = new RingQueue<int>(64);

        queue.Dispose();

        Assert.Equal(0, queue.Capacity);
        queue.GetSpans(out ReadOnlySpan<int> first, out _);
        Assert.True(first.IsEmpty);
    }

    [Fact]
    public void Drain_OfAConsumerThatAdds_TakesThatToo()
    {
        using var queue = new RingQueue<int>(4);
        queue.TryEnqueue(3);

        Assert.Equal(4, queue.Drain(static (item, queue) => _ = item == 0 || queue.TryEnqueue(item - 1), queue));
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

    private static RingQueue<int> Wrapped()
    {
        var queue = new RingQueue<int>(4);
        queue.EnqueueMany([0, 1, 2, 3]);
        queue.TryDequeue(out _);
        queue.TryDequeue(out _);
        queue.EnqueueMany([4, 5]);
        return queue;
    }
}
