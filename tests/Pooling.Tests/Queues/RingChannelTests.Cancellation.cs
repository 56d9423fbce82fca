using System.Threading.Channels;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Queues;

// Tests operations that are cancelled: a timeout cancels, the caller goes on, and looks at the task later.
public sealed partial class RingChannelTests
{
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_CancelledBeforeAnItemCame_TakesNothing(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(2, singleReader, singleWriter);
        for (int i = 0; i < 500; i++)
        {
            using var cancellation = new CancellationTokenSource();
            ValueTask<int> read = channel.Reader.ReadAsync(cancellation.Token);
            Task<bool> wait = channel.Reader.WaitToReadAsync(cancellation.Token).AsTask();
            cancellation.Cancel();

            Assert.True(channel.Writer.TryWrite(i));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await read);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
            Assert.Equal((true, i), (channel.Reader.TryRead(out int item), item));
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task WriteAsync_CancelledBeforeThereWasRoom_WritesNothing(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        for (int i = 0; i < 500; i++)
        {
            using var cancellation = new CancellationTokenSource();
            Assert.True(channel.Writer.TryWrite(i));
            ValueTask write = channel.Writer.WriteAsync(-1, cancellation.Token);
            Task<bool> wait = channel.Writer.WaitToWriteAsync(cancellation.Token).AsTask();
            cancellation.Cancel();

            Assert.Equal((true, i), (channel.Reader.TryRead(out int item), item));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await write);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
            Assert.False(channel.Reader.TryRead(out _));
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Operations_CancelledBeforeTheCompletion_EndCancelled(bool singleReader, bool singleWriter)
    {
        for (int i = 0; i < 200; i++)
        {
            using RingChannel<int> empty = Create<int>(1, singleReader, singleWriter);
            using RingChannel<int> full = Create<int>(1, singleReader, singleWriter);
            using var cancellation = new CancellationTokenSource();
            Assert.True(full.Writer.TryWrite(1));
            Task[] tasks =
            [
                empty.Reader.ReadAsync(cancellation.Token).AsTask(),
                empty.Reader.WaitToReadAsync(cancellation.Token).AsTask(),
                full.Writer.WriteAsync(2, cancellation.Token).AsTask(),
                full.Writer.WaitToWriteAsync(cancellation.Token).AsTask(),
            ];
            cancellation.Cancel();
            empty.Writer.Complete();
            full.Writer.Complete();

            foreach (Task task in tasks)
            {
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
                Assert.True(task.IsCanceled);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_BesideACancelledOneThatHasNotEnded_Waits(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        using RingChannel<int> full = Create<int>(1, singleReader, singleWriter);
        Assert.True(full.Writer.TryWrite(-1));
        for (int i = 0; i < 500; i++)
        {
            using var cancellation = new CancellationTokenSource();
            ValueTask<int> cancelled = channel.Reader.ReadAsync(cancellation.Token);
            ValueTask cancelledWrite = full.Writer.WriteAsync(-2, cancellation.Token);
            cancellation.Cancel();
            ValueTask<int> read = channel.Reader.ReadAsync();
            ValueTask write = full.Writer.WriteAsync(i);

            Assert.True(channel.Writer.TryWrite(i));
            Assert.Equal(i, await read);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await cancelled);
            Assert.Equal((true, i - 1), (full.Reader.TryRead(out int item), item));
            await write;
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await cancelledWrite);
        }
    }

    // One reader, as after a timeout. Each lease comes once, and in order, whether or not the canceled read got one.
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAsync_CancelledBesideTryRead_GivesEachLeaseOnce(bool singleReader, bool singleWriter)
    {
        const int Items = 3_000;
        LeasePool<StrongBox> pool = LeasePool.Create(static () => new StrongBox());
        using RingChannel<PooledLease<StrongBox>> channel = Create<PooledLease<StrongBox>>(4, singleReader, singleWriter);
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < Items; i++)
            {
                PooledLease<StrongBox> lease = pool.Rent();
                lease.Value.Number = i;
                await channel.Writer.WriteAsync(lease);
            }
        });
        int next = 0;
        while (next < Items)
        {
            using var cancellation = new CancellationTokenSource();
            ValueTask<PooledLease<StrongBox>> read = channel.Reader.ReadAsync(cancellation.Token);
            Thread.SpinWait(next % 50);
            cancellation.Cancel();
            bool any = channel.Reader.TryRead(out PooledLease<StrongBox> later);
            try
            {
                Take(await read, ref next);
            }
            catch (OperationCanceledException)
            {
            }

            if (any)
                Take(later, ref next);
        }

        await writing;

        static void Take(PooledLease<StrongBox> lease, ref int next)
        {
            Assert.Equal(next++, lease.Value.Number);
            Assert.True(lease.TryReturn());
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cancel_OfAReadInItsStep_WaitsForTheStep(bool findsAnItem)
    {
        var hooks = new RingHooks();
        using RingChannelCore<int, HookedRing<int, SpscRing<int, ProcessorAtomics>>> core =
            CreateHooked(new SpscRing<int, ProcessorAtomics>(2), hooks);
        using var cancellation = new CancellationTokenSource();
        using var isInStep = new ManualResetEventSlim();
        using var goesOn = new ManualResetEventSlim();
        ValueTask<int> read = core.ReadAsync(cancellation.Token);
        hooks.Dequeuing = () =>
        {
            hooks.Dequeuing = null;
            if (!findsAnItem)
                Assert.True(core.TryRead(out _)); // the work of another reader

            isInStep.Set();
            goesOn.Wait();
        };
        core.TryWrite(1);
        isInStep.Wait();
        Task cancelling = Task.Run(cancellation.Cancel);

        Assert.NotSame(cancelling, await Task.WhenAny(cancelling, Task.Delay(50)));

        goesOn.Set();
        await cancelling;
        if (findsAnItem)
            Assert.Equal(1, await read);
        else
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await read);

        Assert.Equal(0, core.Count);
    }

    [Fact]
    public async Task Cancel_OfAWriteInItsStep_WaitsForTheStep()
    {
        var hooks = new RingHooks();
        using RingChannelCore<int, HookedRing<int, SpscRing<int, ProcessorAtomics>>> core =
            CreateHooked(new SpscRing<int, ProcessorAtomics>(1), hooks);
        using var cancellation = new CancellationTokenSource();
        using var isInStep = new ManualResetEventSlim();
        using var goesOn = new ManualResetEventSlim();
        core.TryWrite(1);
        ValueTask write = core.WriteAsync(2, cancellation.Token);
        hooks.Enqueuing = () =>
        {
            hooks.Enqueuing = null;
            isInStep.Set();
            goesOn.Wait();
        };
        Assert.True(core.TryRead(out _));
        isInStep.Wait();
        Task cancelling = Task.Run(cancellation.Cancel);

        Assert.NotSame(cancelling, await Task.WhenAny(cancelling, Task.Delay(50)));

        goesOn.Set();
        await cancelling;
        await write;
        Assert.Equal((true, 2), (core.TryRead(out int item), item));
    }

    // A read that was resumed for an item, and then cancelled, gives the item to the next read.
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Cancel_OfAReadThatWasResumed_ResumesAnother(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        for (int i = 0; i < 2_000; i++)
        {
            using var cancellation = new CancellationTokenSource();
            ValueTask<int> first = channel.Reader.ReadAsync(cancellation.Token);
            Task<int>? second = singleReader ? null : channel.Reader.ReadAsync().AsTask();
            Task writing = Task.Run(() => channel.Writer.TryWrite(i));
            Thread.SpinWait(i % 100);
            cancellation.Cancel();
            second ??= channel.Reader.ReadAsync().AsTask();
            try
            {
                Assert.Equal(i, await first);
                await writing;
                Assert.True(channel.Writer.TryWrite(-1));
                Assert.Equal(-1, await second);
            }
            catch (OperationCanceledException)
            {
                Assert.Equal(i, await second);
                await writing;
            }
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Continuation_OfACancelledRead_RunsElsewhere(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        using var cancellation = new CancellationTokenSource();
        int thread = 0;
        Task reading = ReadAsync();

        TestThread.Run(() =>
        {
            cancellation.Cancel();
            TestThread.WaitFor(() => reading.IsCompleted, "the read");
            Assert.NotEqual(Environment.CurrentManagedThreadId, Volatile.Read(ref thread));
        });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading);

        async Task ReadAsync()
        {
            try
            {
                await channel.Reader.ReadAsync(cancellation.Token).ConfigureAwait(false);
            }
            finally
            {
                thread = Environment.CurrentManagedThreadId;
            }
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Continuation_OfACancelledRead_RunsInItsContext(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(1, singleReader, singleWriter);
        using var cancellation = new CancellationTokenSource();
        var context = new CountingContext();
        var value = new AsyncLocal<int>();
        Task<(SynchronizationContext?, int)> reading = Start();

        value.Value = 2;
        await Task.Run(cancellation.Cancel);

        Assert.Equal((context, 1), await reading);
        Assert.Equal(1, context.Posts);

        Task<(SynchronizationContext?, int)> Start()
        {
            SynchronizationContext? before = SynchronizationContext.Current;
            SynchronizationContext.SetSynchronizationContext(context);
            try
            {
                value.Value = 1;
                return ReadAsync();
            }
            finally
            {
                SynchronizationContext.SetSynchronizationContext(before);
            }
        }

        async Task<(SynchronizationContext?, int)> ReadAsync()
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await channel.Reader.ReadAsync(cancellation.Token));
            return (SynchronizationContext.Current, value.Value);
        }
    }

    [Fact]
    public async Task Complete_WithAnErrorThatReadersGet_LeavesNothingUnobserved()
    {
        int unobserved = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> count = (_, args) =>
        {
            if (args.Exception.InnerException is InjectedFaultException { Message: nameof(unobserved) })
                Interlocked.Increment(ref unobserved);
        };
        TaskScheduler.UnobservedTaskException += count;
        try
        {
            for (int i = 0; i < 20; i++)
                await CompleteWithError();

            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= count;
        }

        Assert.Equal(0, unobserved);

        static async Task CompleteWithError()
        {
            var channel = new RingChannel<int>(1);
            channel.Writer.Complete(new InjectedFaultException(nameof(unobserved)));
            await Assert.ThrowsAsync<InjectedFaultException>(() => channel.Reader.WaitToReadAsync().AsTask());
        }
    }

    private static RingChannelCore<int, HookedRing<int, TRing>> CreateHooked<TRing>(TRing ring, RingHooks hooks)
        where TRing : struct, IRing<int> =>
        new(new HookedRing<int, TRing>(ring, hooks), BoundedChannelFullMode.Wait, singleReader: true, singleWriter: true,
            resumesInline: false, dropped: null);

    private sealed class StrongBox
    {
        internal int Number;
    }

    private sealed class CountingContext : SynchronizationContext
    {
        internal int Posts;

        public override void Post(SendOrPostCallback d, object? state)
        {
            Interlocked.Increment(ref Posts);
            ThreadPool.QueueUserWorkItem(_ =>
            {
                SetSynchronizationContext(this);
                d(state);
            });
        }
    }
}
