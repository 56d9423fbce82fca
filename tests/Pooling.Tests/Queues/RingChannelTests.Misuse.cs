using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

// Tests two readers although one was promised, waits that are not taken back, and continuations that throw.
public sealed partial class RingChannelTests
{
    private static RingChannel<T> CreateInline<T>(int capacity, bool singleReader, bool singleWriter) =>
        new(new BoundedChannelOptions(capacity)
        {
            SingleReader = singleReader,
            SingleWriter = singleWriter,
            AllowSynchronousContinuations = true,
        });

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_WhileAnotherWaits_FailsIfThereIsASingleReader(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(4, singleReader, singleWriter);
        using var cancellation = new CancellationTokenSource();
        foreach (CancellationToken token in new[] { CancellationToken.None, cancellation.Token })
        {
            ValueTask<int> first = channel.Reader.ReadAsync(token);
            Task<int>[] others = [channel.Reader.ReadAsync().AsTask(), channel.Reader.ReadAsync(token).AsTask(),
                channel.Reader.ReadAsync().AsTask()];
            if (singleReader)
            {
                foreach (Task<int> other in others)
                    await Assert.ThrowsAsync<InvalidOperationException>(() => other);
            }

            for (int i = 1; i <= (singleReader ? 1 : 4); i++)
                channel.Writer.TryWrite(i);

            int sum = await first + (singleReader ? 9 : (await Task.WhenAll(others)).Sum());
            Assert.Equal(10, sum);
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task WriteAsync_WhileAnotherWaits_FailsIfThereIsASingleWriter(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        channel.Writer.TryWrite(1);
        ValueTask first = channel.Writer.WriteAsync(2);
        Task[] others = [channel.Writer.WriteAsync(3).AsTask(), channel.Writer.WriteAsync(4).AsTask()];
        if (singleWriter)
        {
            foreach (Task other in others)
                await Assert.ThrowsAsync<InvalidOperationException>(() => other);
        }

        List<int> items = [];
        for (int i = 0; i < (singleWriter ? 2 : 4); i++)
            items.Add(await channel.Reader.ReadAsync());

        await first;
        await Task.WhenAll(others.Where(_ => !singleWriter));
        Assert.Equal(Enumerable.Range(1, singleWriter ? 2 : 4), items.OrderBy(static item => item));
        Assert.Equal(0, channel.Reader.Count);
    }

    // A read that was resumed in vain because another reader was faster, and finds that reader waiting.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ReadAsync_ThatWaitsAgainBehindAnother_Fails(bool singleWriter)
    {
        using RingChannel<int> channel = CreateInline<int>(4, singleReader: true, singleWriter);
        ValueTask<int> first = channel.Reader.ReadAsync();
        ValueTask<int> second = default;
        AwaiterOf(channel.Reader.WaitToReadAsync()).OnCompleted(() =>
        {
            Assert.True(channel.Reader.TryRead(out _));
            second = channel.Reader.ReadAsync();
        });

        channel.Writer.TryWrite(1);

        Assert.True(first.IsFaulted);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await first);
        Assert.False(second.IsCompleted);
        channel.Writer.TryWrite(2);
        Assert.Equal(2, await second);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_BehindOneThatWasCancelled_Waits(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(4, singleReader, singleWriter);
        for (int i = 0; i < 100; i++)
        {
            using var cancellation = new CancellationTokenSource();
            Task<int> cancelled = channel.Reader.ReadAsync(cancellation.Token).AsTask();
            cancellation.Cancel();
            ValueTask<int> next = channel.Reader.ReadAsync(); // while the other one may still be ending
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);
            channel.Writer.TryWrite(i);

            Assert.Equal(i, await next);
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Waits_OfOneSide_EndTogether(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        for (int round = 0; round < 3; round++)
        {
            Task<bool>[] reads = [.. Enumerable.Range(0, 5).Select(_ => channel.Reader.WaitToReadAsync().AsTask())];
            channel.Writer.TryWrite(1);
            Assert.All(await Task.WhenAll(reads), Assert.True);

            Task<bool>[] writes = [.. Enumerable.Range(0, 5).Select(_ => channel.Writer.WaitToWriteAsync().AsTask())];
            Assert.True(channel.Reader.TryRead(out _));
            Assert.All(await Task.WhenAll(writes), Assert.True);
        }
    }

    [Fact]
    public void Constructor_OfNoCapacity_SaysWhatHasNone()
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => new RingChannel<int>(0));

        Assert.Equal("capacity", exception.ParamName);
        Assert.Contains("Channel.CreateBounded", exception.Message);
#if NET10_0_OR_GREATER
        exception = Assert.Throws<ArgumentOutOfRangeException>(() => new RingChannel<int>(new BoundedChannelOptions(0)));
        Assert.Equal("options", exception.ParamName);
        Assert.Contains("Channel.CreateBounded", exception.Message);
#endif
    }

    // A million in total, so that even 24 bytes for each would be detected.
    [Theory]
    [MemberData(nameof(Rings))]
    [Trait("Category", "Gc")]
    public void Waits_ThatAreCancelledOnASilentChannel_LeaveNoMemory(bool singleReader, bool singleWriter)
    {
        int rounds = TestRounds.Of(15_625); // of 16 waits, for each ring
        const long Most = 400_000; // less than 16 bytes a wait
        using RingChannel<object> empty = CreateInline<object>(1, singleReader, singleWriter);
        using RingChannel<object> full = CreateInline<object>(1, singleReader, singleWriter);
        full.Writer.TryWrite(full);
        using var never = new CancellationTokenSource(); // outlives all waits: registrations with it must be removed
        CancelWaits(empty, full, never.Token, 100);
        Collector.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true);

        CancelWaits(empty, full, never.Token, rounds);

        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return GC.GetTotalMemory(forceFullCollection: true) - before < Most;
            },
            "the memory of waits that are over");
        GC.KeepAlive(empty);
        GC.KeepAlive(full);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public void Continuation_OfAReadThatThrows_StrandsNobody(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = CreateInline<int>(8, singleReader, singleWriter);
        int[] ended = new int[4];
        for (int i = 0; i < ended.Length; i++)
            ThrowWhenCompleted(AwaiterOf(channel.Reader.WaitToReadAsync()), ended, i);

        ValueTask<int> read = channel.Reader.ReadAsync();
        AwaiterOf(read).OnCompleted(static () => throw new InjectedFaultException("continuation"));
        ValueTask<bool> last = channel.Reader.WaitToReadAsync();

        Assert.True(channel.Writer.TryWrite(7));

        Assert.Equal([1, 1, 1, 1], ended);
        Assert.True(last.IsCompletedSuccessfully);
        Assert.Equal(7, ResultOf(read));
        Assert.Equal(0, channel.Reader.Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Continuation_OfAWriteThatThrows_LosesNoItem(bool singleReader)
    {
        using RingChannel<int> channel = CreateInline<int>(1, singleReader, singleWriter: false);
        channel.Writer.TryWrite(0);
        ValueTask[] writes = new ValueTask[4];
        for (int i = 0; i < writes.Length; i++)
        {
            writes[i] = channel.Writer.WriteAsync(i + 1);
            AwaiterOf(writes[i]).OnCompleted(static () => throw new InjectedFaultException("continuation"));
        }

        ValueTask<bool> wait = channel.Writer.WaitToWriteAsync();

        for (int i = 0; i < 5; i++)
            Assert.Equal((true, i), (channel.Reader.TryRead(out int item), item));

        Assert.All(writes, static write => Assert.True(write.IsCompletedSuccessfully));
        Assert.True(wait.IsCompletedSuccessfully);
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Continuation_ThatThrowsAtTheEnd_StrandsNobody(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = CreateInline<int>(1, singleReader, singleWriter);
        int[] ended = new int[3];
        for (int i = 0; i < ended.Length; i++)
            ThrowWhenCompleted(AwaiterOf(channel.Reader.WaitToReadAsync()), ended, i);

        ValueTask<int> read = channel.Reader.ReadAsync();
        Assert.True(channel.Writer.TryComplete());

        Assert.Equal([1, 1, 1], ended);
        Assert.True(read.IsFaulted);
        await channel.Reader.Completion;
    }

    [Fact]
    public void Continuation_ThatThrowsAtACancellation_StrandsNobody()
    {
        using RingChannel<int> channel = CreateInline<int>(1, singleReader: false, singleWriter: false);
        using var cancellation = new CancellationTokenSource();
        int[] ended = new int[3];
        for (int i = 0; i < ended.Length; i++)
            ThrowWhenCompleted(AwaiterOf(channel.Reader.WaitToReadAsync(cancellation.Token)), ended, i);

        cancellation.Cancel();

        Assert.Equal([1, 1, 1], ended);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Continuation_ThatThrows_IsReported()
    {
        using RingChannel<int> channel = CreateInline<int>(1, singleReader: true, singleWriter: true);
        int told = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> handler = (_, arguments) =>
        {
            if (arguments.Exception.InnerException is InjectedFaultException fault && fault.Message.Contains("told"))
                Interlocked.Increment(ref told);
        };
        TaskScheduler.UnobservedTaskException += handler;
        try
        {
            TestThread.Run(() => Throw(channel));
            TestThread.WaitFor(
                () =>
                {
                    Collector.Collect();
                    return Volatile.Read(ref told) == 1;
                },
                "the exception that nobody caught");
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= handler;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Throw(RingChannel<int> channel)
        {
            AwaiterOf(channel.Reader.WaitToReadAsync()).OnCompleted(static () => throw new InjectedFaultException("told"));
            Assert.True(channel.Writer.TryWrite(1));
        }
    }

    [Fact]
    public async Task GetResult_OfATaskThatWasAwaited_Throws()
    {
        using var channel = new RingChannel<int>(1);
        ValueTask<int> read = channel.Reader.ReadAsync();
        channel.Writer.TryWrite(1);
        await read;

        Assert.Throws<InvalidOperationException>(() => read.GetAwaiter().GetResult());
        ValueTask<int> next = channel.Reader.ReadAsync();
        Assert.Throws<InvalidOperationException>(() => next.GetAwaiter().GetResult());
        channel.Writer.TryWrite(2);
        Assert.Equal(2, await next);
    }

    private static void ThrowWhenCompleted(ConfiguredValueTaskAwaitable<bool>.ConfiguredValueTaskAwaiter awaiter, int[] ended, int index) =>
        awaiter.OnCompleted(() =>
        {
            ended[index]++;
            throw new InjectedFaultException("continuation");
        });

    private static void CancelWaits(RingChannel<object> empty, RingChannel<object> full, CancellationToken never, int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            using CancellationTokenSource source = i % 2 == 0
                ? new CancellationTokenSource()
                : CancellationTokenSource.CreateLinkedTokenSource(never);
            CancellationToken token = source.Token;
            ValueTask<object> read = empty.Reader.ReadAsync(token);
            ValueTask<bool> waitToRead = empty.Reader.WaitToReadAsync(token);
            _ = empty.Reader.WaitToReadAsync(token); // the results of this one and the next are not used
            _ = full.Writer.WaitToWriteAsync(token);
            ValueTask write = full.Writer.WriteAsync(full, token);
            ValueTask<bool> waitToWrite = full.Writer.WaitToWriteAsync(token);
            source.Cancel();
            Assert.Throws<OperationCanceledException>(() => read.GetAwaiter().GetResult());
            Assert.True(waitToRead.IsCanceled && write.IsCanceled && waitToWrite.IsCanceled);
            Forget(waitToRead.AsTask(), write.AsTask(), waitToWrite.AsTask());

            for (int k = 0; k < 10; k++)
            {
                using var another = new CancellationTokenSource();
                ValueTask<bool> wait = empty.Reader.WaitToReadAsync(another.Token);
                another.Cancel();
                Forget(wait.AsTask());
            }
        }
    }

    private static void Forget(params Task[] tasks)
    {
        foreach (Task task in tasks)
            Assert.True(task.IsCanceled);
    }

    // Continuations run at the end of the operation, and are registered without a state machine around them.
    private static ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter AwaiterOf<T>(ValueTask<T> task) =>
        task.ConfigureAwait(false).GetAwaiter();

    private static ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter AwaiterOf(ValueTask task) =>
        task.ConfigureAwait(false).GetAwaiter();

    private static T ResultOf<T>(ValueTask<T> task) => AwaiterOf(task).GetResult();
}
