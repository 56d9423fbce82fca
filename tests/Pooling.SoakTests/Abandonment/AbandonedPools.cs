using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;
using Pooling.SoakTests.Objects;

namespace Pooling.SoakTests.Abandonment;

/// <summary>Tests pools that are dropped without Dispose while their threads end and are finalized, in fresh processes
/// and in this one; and programs that run out of memory beside a pool. Nothing that finalizers post ends a process, and
/// every pool gives its number back.</summary>
internal sealed class AbandonedPools : ISoak
{
    private const string HeapLimit = "0x6400000"; // 100 MB
    private const int Threads = 3;

    public string Name => "abandoned";

    public string Run(int factor)
    {
        int processes = factor == 1 ? 12 : 1_000;
        for (int i = 0; i < processes; i++)
            Check(FreshProcess.Run("forgotten-pools"), "forgotten pools");

        Check(FreshProcess.Run("prepared-types"), "types that must be prepared");
        int brims = factor * 10;
        for (int i = 0; i < brims; i++)
        {
            Check(FreshProcess.Run("brim", ("DOTNET_GCHeapHardLimit", HeapLimit)), "no memory");
            Check(FreshProcess.Run("brim-with-pool", ("DOTNET_GCHeapHardLimit", HeapLimit)), "no memory, with a pool");
            Check(FreshProcess.Run("brim-at-once", ("DOTNET_GCHeapHardLimit", HeapLimit)), "no memory at once");
            Check(FreshProcess.Run("brim-with-leaks", ("DOTNET_GCHeapHardLimit", HeapLimit)), "no memory, with leaks");
        }

        int pools = ForgetPools(TimeSpan.FromSeconds(factor == 1 ? 8 : 300));
        return $"{processes:N0} processes, {4 * brims:N0} that ran out of memory, and {pools:N0} forgotten pools";
    }

    private static void Check((int Code, string Output) result, string what) =>
        SoakException.ThrowUnless(result.Code == 0, $"A process with {what} ended with {result.Code}: {result.Output}");

    private static int ForgetPools(TimeSpan length)
    {
        int highest = LiveNumber();
        int pools = 0;
        var time = Stopwatch.StartNew();
        Workers.Run(Threads, index =>
        {
            var random = new Random(index);
            while (time.Elapsed < length)
            {
                UseAndForget(random);
                Interlocked.Increment(ref pools);
                if (random.Next(20) == 0)
                    GC.Collect(random.Next(3), GCCollectionMode.Forced, blocking: random.Next(2) == 0);

                foreach (Keeper keeper in Keeper.TakeAll())
                    UseAgain((MagazinePool<SoakItem>)keeper.Pools[0]);
            }
        });

        // A number that is not given back is never used again: the next one would be as high as there were pools.
        for (time.Restart(); PoolRegistry.Snapshot().Count > 100 || LiveNumber() > highest + pools / 2; Thread.Sleep(1))
        {
            SoakException.ThrowUnless(time.Elapsed < TimeSpan.FromMinutes(5),
                $"{PoolRegistry.Snapshot().Count:N0} pools are left, and the next one has number {LiveNumber():N0}.");
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return pools;
    }

    private static int LiveNumber()
    {
        using MagazinePool<object> pool = MagazinePool.Create(static () => new object());
        pool.Return(pool.Get());
        return pool.Store.Id;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseAndForget(Random random)
    {
        var pool = new MagazinePool<SoakItem>(
            new SoakItemPolicy(), new PoolOptions { MaxRetained = 10, MaxRetainedPerThread = 8 });
        int size = random.Next(30);
        var thread = new Thread(() =>
        {
            try
            {
                var items = new SoakItem[size];
                pool.GetMany(items);
                pool.ReturnMany(items);
            }
            catch (ObjectDisposedException)
            {
                // kept by a finalizer, and disposed by another thread
            }
        }, maxStackSize: 256 * 1024);
        thread.Start();
        if (random.Next(3) == 0)
            pool.Return(pool.Get()); // this thread holds items of it, too

        if (random.Next(2) == 0)
            thread.Join();

        if (random.Next(4) == 0)
            GC.KeepAlive(new Keeper(thread, pool));
    }

    // It may end at any moment, or may have ended.
    private static void UseAgain(MagazinePool<SoakItem> pool)
    {
        try
        {
            pool.Return(pool.Get());
        }
        catch (ObjectDisposedException)
        {
        }

        pool.Dispose();
    }
}
