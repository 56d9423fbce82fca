using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;
using Pooling.SoakTests.Objects;

namespace Pooling.SoakTests.Abandonment;

/// <summary>Drops pools of every kind without Dispose, together with the threads that used them. What finalizers post
/// runs while the finalizers of the same collection run, or after all of them, and meets finalized threads.</summary>
internal static class ForgottenPools
{
    private const int Pools = 5;
    private const int Threads = 3; // of a round

    /// <returns>The number of pools that were dropped.</returns>
    internal static int Run(int rounds)
    {
        ThreadPool.GetMinThreads(out int workers, out _);
        ThreadPool.SetMaxThreads(workers, 1);
        var random = new Random(rounds);
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < Threads; i++)
                UseAndForget(keeps: i == 0, pause: i == Threads - 1 ? random.Next(2_000) : -1);

            if (round % 2 == 0)
                Collect();
            else
                CollectBefore(workers);

            foreach (Keeper keeper in Keeper.TakeAll())
                UseAgain(keeper);
        }

        CollectBefore(workers);
        return rounds * Threads * Pools;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseAndForget(bool keeps, int pause)
    {
        MagazinePool<SoakItem> items = new(new SoakItemPolicy());
        LeasePool<SoakItem> leases = LeasePool.Create<SoakItem>();
        BufferWriterPool writers = new();
        MagazineMemoryPool memory = new();
        Utf8JsonWriterPool json = new();
        var thread = new Thread(() =>
        {
            SoakItem[] some = new SoakItem[20];
            items.GetMany(some);
            items.ReturnMany(some);
            leases.Rent().Dispose();
            writers.Rent().Dispose();
            memory.Rent(100).Dispose();
            json.Rent().Dispose();
        });
        thread.Start();
        if (pause < 0)
            thread.Join();
        else
            WaitInTheMiddleOfItsEnd(thread, pause);

        if (keeps)
            GC.KeepAlive(new Keeper(thread, items, leases));
    }

    // What the runtime keeps of a thread goes at several moments of its end. A collection may find the thread, but not
    // what it kept.
    private static void WaitInTheMiddleOfItsEnd(Thread thread, int pause)
    {
        while (thread.IsAlive)
            Thread.SpinWait(1);

        Thread.SpinWait(pause);
    }

    /// <summary>Collects while the thread pool is busy, so that what is posted in the meantime runs
    /// afterwards.</summary>
    private static void CollectBefore(int workers)
    {
        using var begun = new CountdownEvent(workers);
        using var done = new CountdownEvent(workers);
        using var collected = new ManualResetEventSlim();
        for (int i = 0; i < workers; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    begun.Signal();
                    collected.Wait();
                    done.Signal();
                },
                null);
        }

        begun.Wait();
        Collect();
        collected.Set();
        done.Wait();
        using var last = new ManualResetEventSlim(); // behind what was posted
        ThreadPool.UnsafeQueueUserWorkItem(static last => ((ManualResetEventSlim)last!).Set(), last);
        last.Wait();
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    // It has ended: an exception says so, or it works as any pool.
    private static void UseAgain(Keeper keeper)
    {
        foreach (object pool in keeper.Pools)
        {
            try
            {
                if (pool is MagazinePool<SoakItem> items)
                    items.Return(items.Get());
                else
                    ((LeasePool<SoakItem>)pool).Rent().Dispose();
            }
            catch (ObjectDisposedException)
            {
            }

            ((IDisposable)pool).Dispose();
        }
    }
}
