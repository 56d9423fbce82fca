using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Tests every queue on one thread.</summary>
public abstract partial class QueueTests
{
    /// <summary>Gets capacities around powers of two.</summary>
    public static TheoryData<int> Capacities => [1, 2, 3, 4, 5, 1000];

    protected abstract QueueDriver<T> Create<T>(int capacity);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Constructor_OfNoCapacity_NamesTheValue(int capacity)
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => Create<int>(capacity));

        Assert.Equal(capacity, exception.ActualValue);
    }

    [Fact]
    public void Constructor_OfAnyCapacity_IsEmpty()
    {
        using QueueDriver<int> queue = Create<int>(7);

        Assert.Equal((7, 0, true, false), (queue.Limit, queue.Count, queue.IsEmpty, queue.IsCompleted));
    }

    [Theory]
    [MemberData(nameof(Capacities))]
    public void TryEnqueue_WhenFull_ReturnsFalse(int capacity)
    {
        using QueueDriver<int> queue = Create<int>(capacity);
        for (int i = 0; i < capacity; i++)
            Assert.True(queue.TryEnqueue(i));

        Assert.False(queue.TryEnqueue(-1));
        Assert.Equal(capacity, queue.Count);
        Assert.Equal(Enumerable.Range(0, capacity), TakeAll(queue));
    }

    [Theory]
    [MemberData(nameof(Capacities))]
    public void TryEnqueue_AfterADequeueOfAFullQueue_ReturnsTrueOnce(int capacity)
    {
        using QueueDriver<int> queue = Create<int>(capacity);
        while (queue.TryEnqueue(0))
        {
        }

        Assert.True(queue.TryDequeue(out _));
        Assert.True(queue.TryEnqueue(1));
        Assert.False(queue.TryEnqueue(2));
    }

    [Fact]
    public void TryEnqueue_OfNull_IsAnItem()
    {
        using QueueDriver<string?> queue = Create<string?>(2);

        Assert.True(queue.TryEnqueue(null));
        Assert.True(queue.TryDequeue(out string? item));
        Assert.Null(item);
    }

    [Theory]
    [MemberData(nameof(Capacities))]
    public void TryDequeue_OfManyRounds_IsFirstInFirstOut(int capacity)
    {
        using QueueDriver<long> queue = Create<long>(capacity);
        var random = new Random(capacity);
        long added = 0, taken = 0;
        for (int i = 0; i < TestRounds.Of(10_000); i++)
        {
            for (int burst = random.Next(capacity + 2); burst > 0 && queue.TryEnqueue(added); burst--)
                added++;

            Assert.Equal(added - taken, queue.Count);
            for (int burst = random.Next(capacity + 2); burst > 0 && queue.TryDequeue(out long item); burst--)
                Assert.Equal(taken++, item);

            Assert.Equal(added == taken, queue.IsEmpty);
        }

        Assert.True(taken > TestRounds.Of(1_000));
    }

    [Fact]
    public void TryDequeue_WhenEmpty_ReturnsFalseAndTheDefault()
    {
        using QueueDriver<string> queue = Create<string>(2);
        queue.TryEnqueue("a");
        queue.TryDequeue(out _);

        Assert.False(queue.TryDequeue(out string? item));
        Assert.Null(item);
    }

    [Theory]
    [MemberData(nameof(Capacities))]
    public void EnqueueMany_OfMoreThanFit_AddsTheFirstOnes(int capacity)
    {
        using QueueDriver<int> queue = Create<int>(capacity);
        int[] items = [.. Enumerable.Range(0, capacity + 3)];

        Assert.Equal(capacity, queue.EnqueueMany(items));
        Assert.Equal(0, queue.EnqueueMany(items));
        Assert.Equal(items.Take(capacity), TakeAll(queue));
    }

    [Fact]
    public void EnqueueMany_OfNothing_AddsNothing()
    {
        using QueueDriver<int> queue = Create<int>(2);

        Assert.Equal(0, queue.EnqueueMany([]));
        Assert.True(queue.IsEmpty);
    }

    [Theory]
    [MemberData(nameof(Capacities))]
    public void DequeueMany_OfSpansOfAllLengths_IsFirstInFirstOut(int capacity)
    {
        using QueueDriver<int> queue = Create<int>(capacity);
        var random = new Random(capacity);
        int added = 0, taken = 0;
        for (int i = 0; i < TestRounds.Of(5_000); i++)
        {
            int[] given = [.. Enumerable.Range(added, random.Next(capacity + 3))];
            added += queue.EnqueueMany(given);
            int[] received = new int[random.Next(capacity + 3)];
            int count = queue.DequeueMany(received);
            Assert.Equal(Enumerable.Range(taken, count), received.Take(count));
            taken += count;
            Assert.Equal(added - taken, queue.Count);
        }

        Assert.True(taken > TestRounds.Of(1_000));
    }

    [Fact]
    public void DequeueMany_OfALongerSpan_LeavesTheRest()
    {
        using QueueDriver<int> queue = Create<int>(4);
        queue.EnqueueMany([1, 2, 3]);
        int[] items = [9, 9, 9, 9, 9];

        Assert.Equal(3, queue.DequeueMany(items));
        Assert.Equal([1, 2, 3, 9, 9], items);
        Assert.Equal(0, queue.DequeueMany(items));
        Assert.Equal(0, queue.DequeueMany([]));
    }

    [Fact]
    public void Complete_OfAQueueWithItems_RefusesFurtherOnesAndKeepsThose()
    {
        using QueueDriver<int> queue = Create<int>(3);
        queue.TryEnqueue(1);

        queue.Complete();
        queue.Complete();

        Assert.False(queue.TryEnqueue(2));
        Assert.Equal(0, queue.EnqueueMany([3, 4]));
        Assert.False(queue.IsCompleted);
        Assert.Equal((true, 1), (queue.TryDequeue(out int item), item));
        Assert.True(queue.IsCompleted);
        Assert.False(queue.TryDequeue(out _));
    }

    [Fact]
    public void Complete_OfAFullQueue_StaysRefusingWhenThereIsRoom()
    {
        using QueueDriver<int> queue = Create<int>(2);
        queue.EnqueueMany([1, 2]);

        queue.Complete();

        Assert.Equal([1, 2], TakeAll(queue));
        Assert.False(queue.TryEnqueue(3));
    }

    [Fact]
    public void Drain_OfAQueue_HandsOverAllInOrder()
    {
        using QueueDriver<int> queue = Create<int>(4);
        queue.EnqueueMany([1, 2, 3]);
        List<int> drained = [];

        Assert.Equal(3, queue.Drain(static (item, list) => list.Add(item), drained));
        Assert.Equal([1, 2, 3], drained);
        Assert.Equal(0, queue.Drain(static (item, list) => list.Add(item), drained));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Drain_OfAConsumerThatThrowsAtAnItem_KeepsTheItemsBehindIt(int at)
    {
        using QueueDriver<int> queue = Create<int>(4);
        queue.EnqueueMany([1, 2, 3]);

        Assert.Throws<InjectedFaultException>(() => queue.Drain(static (item, at) => ThrowAt(at, item), at));
        Assert.Equal([1, 2, 3], Enumerable.Range(1, at).Concat(TakeAll(queue)));
        Assert.True(queue.TryEnqueue(4));
    }

    [Fact]
    public void Drain_OfNoConsumer_Throws()
    {
        using QueueDriver<int> queue = Create<int>(4);

        Assert.Equal("consumer", Assert.Throws<ArgumentNullException>(() => queue.Drain(null!, 0)).ParamName);
    }

    [Fact]
    public void Dispose_OfAQueueWithItems_DisposesThem()
    {
        QueueDriver<TrackedItem> queue = Create<TrackedItem>(4);
        TrackedItem[] items = [new(), new(), new()];
        queue.EnqueueMany(items);
        queue.TryDequeue(out _);

        queue.Dispose();
        queue.Dispose();

        Assert.Equal([0, 1, 1], items.Select(static item => item.Disposals));
        Assert.True(queue.IsCompleted);
        Assert.False(queue.TryEnqueue(new TrackedItem()));
        Assert.False(queue.TryDequeue(out _));
    }

    [Fact]
    public void Dispose_OfStructItems_DisposesThem()
    {
        QueueDriver<Ticket> queue = Create<Ticket>(4);
        var item = new TrackedItem();
        queue.TryEnqueue(new Ticket(item));

        queue.Dispose();

        Assert.Equal(1, item.Disposals);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Dispose_OfAnItemThatThrows_DisposesTheOthersThenThrows(int faulty)
    {
        QueueDriver<TrackedItem> queue = Create<TrackedItem>(4);
        TrackedItem[] items = [new(), new(), new()];
        items[faulty].DisposeFault = new InjectedFaultException("Dispose");
        queue.EnqueueMany(items);

        Assert.Throws<InjectedFaultException>(queue.Dispose);
        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        Assert.True(queue.IsCompleted);
    }

    internal static List<T> TakeAll<T>(QueueDriver<T> queue)
    {
        List<T> items = [];
        while (queue.TryDequeue(out T? item))
            items.Add(item);

        return items;
    }

    private static void ThrowAt(int at, int item)
    {
        if (item == at)
            throw new InjectedFaultException("consumer");
    }

    private readonly struct Ticket(IDisposable item) : IDisposable
    {
        public void Dispose() => item.Dispose();
    }
}
