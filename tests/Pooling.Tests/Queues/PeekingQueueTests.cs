namespace Pooling.Queues;

/// <summary>Tests the additional members of queues with one consumer.</summary>
public abstract class PeekingQueueTests : QueueTests
{
    [Fact]
    public void TryPeek_OfAQueueWithItems_CopiesTheOldest()
    {
        using QueueDriver<int> queue = Create<int>(3);
        queue.EnqueueMany([1, 2]);

        Assert.Equal((true, 1), (queue.TryPeek(out int item), item));
        Assert.Equal(2, queue.Count);
        Assert.Equal([1, 2], TakeAll(queue));
    }

    [Fact]
    public void TryPeek_WhenEmpty_ReturnsFalseAndTheDefault()
    {
        using QueueDriver<string> queue = Create<string>(3);

        Assert.False(queue.TryPeek(out string? item));
        Assert.Null(item);
    }

    [Fact]
    public void TryDequeueIf_OfTheRightItem_TakesIt()
    {
        using QueueDriver<int> queue = Create<int>(3);
        queue.EnqueueMany([1, 2]);

        Assert.True(queue.TryDequeueIf(static (item, wanted) => item == wanted, 1, out int item));
        Assert.Equal(1, item);
        Assert.Equal([2], TakeAll(queue));
    }

    [Fact]
    public void TryDequeueIf_OfAnotherItem_TakesNothing()
    {
        using QueueDriver<int> queue = Create<int>(3);
        queue.EnqueueMany([1, 2]);

        Assert.False(queue.TryDequeueIf(static (item, wanted) => item == wanted, 2, out int item));
        Assert.Equal(0, item);
        Assert.Equal([1, 2], TakeAll(queue));
    }

    [Fact]
    public void TryDequeueIf_OfAQueue_AsksOnceAndOnlyIfThereIsAnItem()
    {
        using QueueDriver<int> queue = Create<int>(3);
        List<int> asked = [];

        Assert.False(queue.TryDequeueIf(Ask, asked, out _));
        queue.EnqueueMany([1, 2]);
        Assert.True(queue.TryDequeueIf(Ask, asked, out _));

        Assert.Equal([1], asked);

        static bool Ask(int item, List<int> asked)
        {
            asked.Add(item);
            return true;
        }
    }

    [Fact]
    public void TryDequeueIf_OfAPredicateThatThrows_TakesNothing()
    {
        using QueueDriver<int> queue = Create<int>(3);
        queue.EnqueueMany([1, 2]);

        Assert.Throws<InjectedFaultException>(
            () => queue.TryDequeueIf(static (_, _) => throw new InjectedFaultException("predicate"), 0, out _));
        Assert.Equal([1, 2], TakeAll(queue));
    }

    [Fact]
    public void TryDequeueIf_OfAPredicateThatTakesTheItem_ThrowsAndTakesNoSecond()
    {
        using QueueDriver<int> queue = Create<int>(3);
        queue.EnqueueMany([1, 2]);

        Assert.Throws<InvalidOperationException>(() => queue.TryDequeueIf(static (_, queue) => queue.TryDequeue(out _), queue, out _));
        Assert.Equal([2], TakeAll(queue));
    }

    [Fact]
    public void TryDequeueIf_OfNoPredicate_Throws()
    {
        using QueueDriver<int> queue = Create<int>(3);

        Assert.Equal("predicate", Assert.Throws<ArgumentNullException>(() => queue.TryDequeueIf(null!, 0, out _)).ParamName);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasPeekedAndTaken_Dies()
    {
        using QueueDriver<object> queue = Create<object>(4);

        AssertDies(
            Pass(queue, static queue =>
            {
                queue.TryPeek(out _);
                queue.TryDequeueIf(static (_, _) => true, 0, out _);
            }),
            queue);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void Peeks_AndPredicates_AllocateNothing()
    {
        using QueueDriver<object> queue = Create<object>(8);
        object item = new();

        AllocationAssert.Zero(() =>
        {
            queue.TryEnqueue(item);
            queue.TryPeek(out _);
            queue.TryDequeueIf(static (item, wanted) => item == wanted, item, out _);
        });
    }
#endif
}
