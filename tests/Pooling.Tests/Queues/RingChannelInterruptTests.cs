using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Tests threads that are interrupted while they wait for the gate of a channel. The operation is completed, no thread remains
/// parked, and the interrupt is delivered at the thread's next wait.</summary>
public sealed class RingChannelInterruptTests
{
    [Fact]
    public void TryRead_OfMpmcInterruptedAtTheGate_KeepsTheItemAndResumesTheWriters() =>
        ReadInterrupted(new MpmcRing<int, ProcessorAtomics>(1), singleReader: false);

    [Fact]
    public void TryRead_OfMpscInterruptedAtTheGate_KeepsTheItemAndResumesTheWriters() =>
        ReadInterrupted(new MpscRing<int, ProcessorAtomics>(1), singleReader: true);

    [Fact]
    public void TryRead_InterruptedWhenItGivesUpItsFence_KeepsTheItem()
    {
        const int MaxReads = 2_000;
        using var core = Create(new MpscRing<int, ProcessorAtomics>(1), singleReader: true);
        core.TryWrite(0);
        ValueTask write = core.WriteAsync(1, default);
        Assert.True(core.TryRead(out _)); // with a fence from here on
        TestThread.WaitFor(() => write.IsCompleted, "the write");
        Assert.True(core.TryRead(out _));
        int reads = 0;

        RunInterrupted(core, () =>
        {
            for (int i = 0; i < MaxReads; i++)
            {
                Assert.True(core.TryWrite(i));
                Assert.True(core.TryRead(out int item));
                Assert.Equal(i, item);
                reads++;
            }
        });

        Assert.Equal(MaxReads, reads);
    }

    [Fact]
    public async Task WriteAsync_InterruptedAfterItParked_Waits()
    {
        using var core = Create(new SpscRing<int, ProcessorAtomics>(1), singleReader: true, singleWriter: true);
        core.TryWrite(1);
        Task? write = null;

        RunInterrupted(core, () => write = core.WriteAsync(2, default).AsTask());

        Assert.Equal(1, await core.ReadAsync(default));
        await write!;
        Assert.Equal(2, await core.ReadAsync(default));
    }

    [Fact]
    public async Task ReadAsync_InterruptedAtTheGate_Waits()
    {
        using var core = Create(new MpmcRing<int, ProcessorAtomics>(2));
        Task<int> first = core.ReadAsync(default).AsTask();
        Task<int>? second = null;

        RunInterrupted(core, () => second = core.ReadAsync(default).AsTask());

        core.TryWrite(1);
        core.TryWrite(2);
        Assert.Equal(3, await first + await second!);
    }

#if !NETFRAMEWORK // Mono throws for a saved interrupt at the end of a finally block, and not at the next wait
    [Fact]
    public async Task GetResult_InterruptedAtTheGate_KeepsTheItem()
    {
        using var core = Create(new MpmcRing<int, ProcessorAtomics>(2));
        ValueTask<int> first = core.ReadAsync(default);
        ValueTask<int> second = core.ReadAsync(default);
        core.TryWrite(1);
        core.TryWrite(2);
        TestThread.WaitFor(() => first.IsCompleted && second.IsCompleted, "the reads");
        int sum = await first;

        RunInterrupted(core, () => sum += second.GetAwaiter().GetResult());

        Assert.Equal(3, sum);
    }
#endif

    [Fact]
    public async Task TryComplete_InterruptedAtTheGate_Completes()
    {
        using var core = Create(new MpmcRing<int, ProcessorAtomics>(2));
        Task<bool>[] waits = [.. Enumerable.Range(0, 3).Select(_ => core.WaitToReadAsync(default).AsTask())];
        bool completed = false;

        RunInterrupted(core, () => completed = core.TryComplete(null));

        Assert.True(completed);
        Assert.All(await Task.WhenAll(waits), Assert.False);
        await core.Completion;
    }

    [Fact]
    public async Task Cancel_InterruptedAtTheGate_EndsTheRead()
    {
        using var core = Create(new MpmcRing<int, ProcessorAtomics>(2));
        using var cancellation = new CancellationTokenSource();
        _ = core.ReadAsync(default);
        Task<int> listed = core.ReadAsync(cancellation.Token).AsTask();

        RunInterrupted(core, cancellation.Cancel);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => listed);
    }

    private static void ReadInterrupted<TRing>(TRing ring, bool singleReader) where TRing : struct, IRing<int>
    {
        using RingChannelCore<int, TRing> core = Create(ring, singleReader);
        core.TryWrite(0);
        Task[] writes = [.. Enumerable.Range(1, 3).Select(i => core.WriteAsync(i, default).AsTask())];
        int first = -1;

        RunInterrupted(core, () => Assert.True(core.TryRead(out first)));

        List<int> items = [first];
        TestThread.WaitFor(
            () =>
            {
                if (core.TryRead(out int item))
                    items.Add(item);

                return items.Count > writes.Length;
            },
            "the writers");
        Assert.Equal([0, 1, 2, 3], items.OrderBy(static item => item));
        TestThread.WaitFor(() => writes.All(static write => write.IsCompleted), "the writes");
    }

    private static RingChannelCore<int, TRing> Create<TRing>(TRing ring, bool singleReader = false, bool singleWriter = false)
        where TRing : struct, IRing<int> =>
        new(ring, BoundedChannelFullMode.Wait, singleReader, singleWriter, resumesInline: false, dropped: null);

    /// <summary>Interrupts a thread that waits for the gate, which then gets it.</summary>
    private static void RunInterrupted<TRing>(RingChannelCore<int, TRing> core, Action action) where TRing : struct, IRing<int>
    {
        Exception? fault = null;
        bool wasKept = false;
        var thread = new Thread(() =>
        {
            try
            {
                action();
                Thread.Sleep(Timeout.Infinite);
            }
            catch (ThreadInterruptedException exception) when (exception.StackTrace!.Contains(nameof(Thread.Sleep)))
            {
                wasKept = true;
            }
            catch (Exception exception)
            {
                fault = exception;
            }
        });
        thread.IsBackground = true;
        using (core.Enter())
        {
            thread.Start();
            TestThread.WaitFor(() => (thread.ThreadState & ThreadState.WaitSleepJoin) != 0, "the wait for the gate");
            thread.Interrupt();
            Assert.False(thread.Join(20) && fault is null); // it still waits for the gate
        }

        Assert.True(thread.Join(TimeSpan.FromMinutes(5)));
        Assert.Null(fault);
        Assert.True(wasKept);
    }
}
