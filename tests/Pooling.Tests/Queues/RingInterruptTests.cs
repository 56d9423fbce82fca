using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Tests threads that are interrupted while they wait for another one in the middle of its operation. They continue to wait, lose
/// nothing, and receive the interrupt at their next wait.</summary>
public sealed class RingInterruptTests
{
    private const int Waits = 1_000; // many more than SpinWait needs to yield its processor

    [Fact]
    public void DequeueMany_OfMpmcInterruptedBetweenItems_KeepsThem() =>
        Assert.Equal([1, 2, 3], DequeueInterrupted(new MpmcRing<int, ScriptedAtomics>(4)));

    [Fact]
    public void DequeueMany_OfMpscInterrupted_KeepsTheItems() =>
        Assert.Equal([3], DequeueInterrupted(new MpscRing<int, ScriptedAtomics>(4)).SkipWhile(static item => item < 3));

    // The consumer has claimed the slot that the second item needs.
    [Fact]
    public void EnqueueMany_OfMpmcInterruptedBetweenItems_AddsAll()
    {
        var shared = new Shared<MpmcRing<int, ScriptedAtomics>>(new MpmcRing<int, ScriptedAtomics>(2));
        shared.Ring.TryEnqueue(1);
        int added = 0;
        int taken = 0;
        // reads the head and the sequence, claims, and then reads the item
        shared.PauseBefore(3, () => Assert.True(shared.Ring.TryDequeue(out taken)));

        TestThread.Run(() =>
        {
            shared.InterruptAndWait();
            added = shared.Ring.EnqueueMany([2, 3]);
            AssertInterrupted();
        });
        shared.Join();

        Assert.Equal((2, 1), (added, taken));
        Assert.Equal((true, 2), (shared.Ring.TryDequeue(out int item), item));
        Assert.Equal((true, 3), (shared.Ring.TryDequeue(out item), item));
    }

    /// <returns>Two existing items, and one that its producer has not written yet.</returns>
    private static List<int> DequeueInterrupted<TRing>(TRing ring) where TRing : struct, IRing<int>
    {
        var shared = new Shared<TRing>(ring);
        shared.Ring.TryEnqueue(1);
        shared.Ring.TryEnqueue(2);
        bool isMpmc = ring.DequeueIsFenced;
        // reads the tail, the sequence or the cached head, claims, and then writes the item
        shared.PauseBefore(3, () => Assert.True(shared.Ring.TryEnqueue(3)));
        List<int> items = [];
        TestThread.Run(() =>
        {
            int[] span = new int[3];
            if (!isMpmc) // it waits for its first item only
                items.AddRange(span.Take(shared.Ring.DequeueMany(span)));

            shared.InterruptAndWait();
            items.AddRange(span.Take(shared.Ring.DequeueMany(span)));
            AssertInterrupted();
        });
        shared.Join();
        return items;
    }

    private static void AssertInterrupted() => Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite));

    private sealed class Shared<TRing>(TRing ring) where TRing : struct, IRing<int>
    {
        private readonly ManualResetEventSlim _paused = new();
        private readonly ManualResetEventSlim _goOn = new();
        private Thread? _thread;

        internal TRing Ring = ring;

        /// <summary>Starts an operation on a separate thread, and returns when it is about to access memory for the given time.</summary>
        internal void PauseBefore(int access, Action operation)
        {
            _thread = new Thread(() =>
            {
                ScriptedAtomics.Before(access, () =>
                {
                    _paused.Set();
                    _goOn.Wait();
                });
                operation();
            });
            _thread.IsBackground = true;
            _thread.Start();
            _paused.Wait();
        }

        /// <summary>Interrupts this thread, and resumes the other one after this one has waited for a long time.</summary>
        internal void InterruptAndWait()
        {
            int waits = 0;
            ScriptedAtomics.InsteadOfWaiting(() =>
            {
                if (++waits == Waits)
                    _goOn.Set();
            });
            Thread.CurrentThread.Interrupt();
        }

        internal void Join()
        {
            _goOn.Set();
            _thread!.Join();
            _paused.Dispose();
            _goOn.Dispose();
        }
    }
}
