using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>Tests user code that throws in each of its calls in turn. Every item is passed to it, kept by the queue, or refused, once, and
/// the capacity of the queue does not change.</summary>
public sealed class QueueFaultTests
{
    private const int Capacity = 4;

    /// <summary>Gets the queues and the calls that throw.</summary>
    public static TheoryData<string, int> Faults => Product("Spsc", "Mpsc", "Mpmc", "Ring");

    /// <summary>Gets the same for queues that overwrite.</summary>
    public static TheoryData<string, int> Overwrites => Product("Mpmc", "Ring");

    /// <summary>Gets the same for queues that take items by a predicate.</summary>
    public static TheoryData<string, int> Predicates => Product("Spsc", "Mpsc", "Ring");

    /// <summary>Gets the same for channels that drop items.</summary>
    public static TheoryData<string, int> Drops =>
        Product(nameof(BoundedChannelFullMode.DropOldest), nameof(BoundedChannelFullMode.DropWrite));

    [Theory]
    [MemberData(nameof(Faults))]
    public void Drain_OfAConsumerThatThrows_LosesNothing(string kind, int at)
    {
        using QueueDriver<int> queue = Create<int>(kind);
        var user = new FaultyUser(at);
        queue.EnqueueMany([1, 2, 3, 4]);

        Assert.Throws<InjectedFaultException>(() => queue.Drain(static (item, user) => user.Receive(item), user));

        Assert.Equal([1, 2, 3, 4], user.Given.Concat(QueueTests.TakeAll(queue)));
        AssertTakes(queue);
    }

    [Theory]
    [MemberData(nameof(Overwrites))]
    public void TryEnqueueOverwrite_OfACallbackThatThrows_LosesNothing(string kind, int at)
    {
        using QueueDriver<int> queue = Create<int>(kind);
        var user = new FaultyUser(at);
        List<int> refused = [];
        for (int i = 0; i < 12; i++)
        {
            try
            {
                Assert.True(queue.TryEnqueueOverwrite(i, static (item, user) => user.Receive(item), user));
            }
            catch (InjectedFaultException)
            {
                refused.Add(i);
            }
        }

        Assert.Single(refused);
        Assert.Equal(Enumerable.Range(0, 12), user.Given.Concat(refused).Concat(QueueTests.TakeAll(queue)).OrderBy(static item => item));
        AssertTakes(queue);
    }

    [Theory]
    [MemberData(nameof(Predicates))]
    public void TryDequeueIf_OfAPredicateThatThrows_TakesNothing(string kind, int at)
    {
        using QueueDriver<int> queue = Create<int>(kind);
        var user = new FaultyUser(at);
        queue.EnqueueMany([1, 2, 3, 4]);
        List<int> taken = [];
        int faults = 0;
        while (!queue.IsEmpty)
        {
            try
            {
                Assert.True(queue.TryDequeueIf(
                    static (item, user) =>
                    {
                        user.Receive(item);
                        return true;
                    },
                    user, out int item));
                taken.Add(item);
            }
            catch (InjectedFaultException)
            {
                faults++;
            }
        }

        Assert.Equal((1, 5), (faults, user.Given.Count));
        Assert.Equal([1, 2, 3, 4], taken);
        AssertTakes(queue);
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public void Dispose_OfItemsThatThrow_DisposesEachOnce(string kind, int at)
    {
        QueueDriver<DisposableItem> queue = Create<DisposableItem>(kind);
        var user = new FaultyUser(at);
        queue.EnqueueMany([.. Enumerable.Range(1, 4).Select(number => new DisposableItem(user, number))]);

        Assert.Throws<InjectedFaultException>(queue.Dispose);
        queue.Dispose();

        Assert.Equal([1, 2, 3, 4], user.Given);
        Assert.True(queue.IsCompleted);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public async Task Dispose_OfAChannelWithItemsThatThrow_DisposesEachOnceAndEndsTheWriters(int at)
    {
        foreach ((bool singleReader, bool singleWriter) in new[] { (true, true), (true, false), (false, false) })
        {
            var channel = new RingChannel<DisposableItem>(
                new BoundedChannelOptions(Capacity) { SingleReader = singleReader, SingleWriter = singleWriter });
            var user = new FaultyUser(at);
            for (int i = 1; i <= Capacity; i++)
                channel.Writer.TryWrite(new DisposableItem(user, i));

            Task write = channel.Writer.WriteAsync(new DisposableItem(user, 5)).AsTask();

            Assert.Throws<InjectedFaultException>(channel.Dispose);

            await Assert.ThrowsAsync<ChannelClosedException>(() => write);
            await channel.Reader.Completion;
            Assert.Equal([1, 2, 3, 4], user.Given);
        }
    }

    [Theory]
    [MemberData(nameof(Drops))]
    public async Task TryWrite_OfADropCallbackThatThrows_LosesNothing(string mode, int at)
    {
        var user = new FaultyUser(at);
        bool isWrite = mode == nameof(BoundedChannelFullMode.DropWrite);
        var options = new BoundedChannelOptions(Capacity)
        {
            FullMode = isWrite ? BoundedChannelFullMode.DropWrite : BoundedChannelFullMode.DropOldest,
        };
        using var channel = new RingChannel<int>(options, user.Receive);
        int thrown = 0;
        for (int i = 0; i < 12; i++)
        {
            try
            {
                if (i % 2 == 0)
                    Assert.True(channel.Writer.TryWrite(i));
                else
                    await channel.Writer.WriteAsync(i);
            }
            catch (InjectedFaultException)
            {
                thrown++;
            }
        }

        Assert.Equal(1, thrown);
        List<int> items = [.. user.Given];
        int kept = channel.Reader.Count;
        for (int i = 0; i < kept; i++)
            items.Add(await channel.Reader.ReadAsync());

        Assert.Equal(Capacity, kept);
        Assert.Equal(Enumerable.Range(0, 12), items.OrderBy(static item => item));
        Task<int> read = channel.Reader.ReadAsync().AsTask();
        channel.Writer.TryWrite(77);
        Assert.Equal(77, await read);
        channel.Writer.Complete();
        await channel.Reader.Completion;
    }

    private static TheoryData<string, int> Product(params string[] kinds)
    {
        TheoryData<string, int> rows = [];
        foreach (string kind in kinds)
        {
            for (int at = 1; at <= Capacity; at++)
                rows.Add(kind, at);
        }

        return rows;
    }

    private static QueueDriver<T> Create<T>(string kind) => kind switch
    {
        "Spsc" => new SpscRingQueueDriver<T>(new SpscRingQueue<T>(Capacity)),
        "Mpsc" => new MpscRingQueueDriver<T>(new MpscRingQueue<T>(Capacity)),
        "Mpmc" => new MpmcRingQueueDriver<T>(new MpmcRingQueue<T>(Capacity)),
        _ => new RingQueueDriver<T>(new RingQueue<T>(Capacity, Capacity)),
    };

    private static void AssertTakes(QueueDriver<int> queue)
    {
        Assert.True(queue.IsEmpty);
        Assert.Equal(Capacity, queue.EnqueueMany(new int[Capacity + 1]));
        Assert.Equal(Capacity, queue.Count);
    }

    private sealed class FaultyUser(int at)
    {
        private int _calls;

        internal List<int> Given { get; } = [];

        internal void Receive(int item)
        {
            Given.Add(item); // it owns the item from now on, whether it throws before or after its work
            if (++_calls == at)
                throw new InjectedFaultException("a call");
        }
    }

    private sealed class DisposableItem(FaultyUser user, int number) : IDisposable
    {
        public void Dispose() => user.Receive(number);
    }
}
