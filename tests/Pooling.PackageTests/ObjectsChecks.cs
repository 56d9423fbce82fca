using System.Text;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.PackageTests;

/// <summary>Checks the object pools.</summary>
internal static class ObjectsChecks
{
    internal static void Run(SelfCheck check)
    {
        Raw(check);
        Leased(check);
        Limits(check);
        Threads(check);
    }

    private static void Raw(SelfCheck check)
    {
        using MagazinePool<StringBuilder> pool = MagazinePool.Create<StringBuilder>();
        StringBuilder item = pool.Get();
        pool.Return(item);

        check.That("MagazinePool gives a returned item again", () => ReferenceEquals(item, pool.Get()));
        check.That("MagazinePool is an ObjectPool", () => ((ObjectPool<StringBuilder>)pool).Get() is not null);
        check.That("MagazinePoolProvider makes pools of string builders",
            () => new MagazinePoolProvider().CreateStringBuilderPool() is MagazinePool<StringBuilder>);
        check.Throws<ArgumentNullException>("MagazinePool refuses null", () => pool.Return(null!));
        check.AllocatesNothing("MagazinePool rents and returns without allocating", () => pool.Return(pool.Get()));

        StringBuilder[] many = new StringBuilder[100];
        check.That("MagazinePool gives many different items", () =>
        {
            pool.GetMany(many);
            return many.Distinct().Count() is 100;
        });
        pool.ReturnMany(many);
        check.AllocatesNothing("MagazinePool gives and takes many without allocating", () =>
        {
            pool.GetMany(many);
            pool.ReturnMany(many);
        });
        check.That("MagazinePool counts", () => pool.GetStatistics() is { TotalCreated: > 0, Retained: >= 100 });
        pool.Dispose();
        check.Throws<ObjectDisposedException>("a disposed MagazinePool gives nothing", () => pool.Get());
        check.Equal("a disposed MagazinePool keeps nothing", 0, () => pool.GetStatistics().Retained);
    }

    private static void Leased(SelfCheck check)
    {
        using LeasePool<StringBuilder> pool = new(new StringBuilderPooledObjectPolicy());
        PooledLease<StringBuilder> first = pool.Rent();
        StringBuilder item = first.Value.Append("text");
        first.Dispose();
        PooledLease<StringBuilder> second = pool.Rent();

        check.That("LeasePool leases the item again", () => ReferenceEquals(item, second.Value));
        check.Equal("LeasePool resets the item", 0, () => second.Value.Length);
        check.Throws<ObjectDisposedException>("an ended lease gives nothing", () => _ = first.Value);
        check.That("a second dispose returns nothing", () =>
        {
            first.Dispose();
            using PooledLease<StringBuilder> third = pool.Rent();
            return !ReferenceEquals(third.Value, second.Value);
        });
        second.Dispose();
        check.AllocatesNothing("LeasePool leases without allocating", () =>
        {
            using PooledLease<StringBuilder> lease = pool.Rent();
            lease.Value.Append('a');
        });
    }

    private static void Limits(SelfCheck check)
    {
        using MagazinePool<byte[]> pool = MagazinePool.Create(
            () => new byte[1_000],
            new PoolOptions { Name = "limited", MaxRetained = 5 });
        pool.ReturnMany([.. Enumerable.Range(0, 20).Select(_ => new byte[1_000])]);

        // 5 that all threads share, and up to 5 of this thread
        check.That("MagazinePool keeps no more items than it may", () => pool.GetStatistics() is { Retained: > 0 and <= 10 });
        check.Throws<ArgumentOutOfRangeException>("a negative limit is refused", () => _ = new PoolOptions { MaxRetained = -1 });
    }

    private static void Threads(SelfCheck check)
    {
        using MagazinePool<Probe> pool = MagazinePool.Create<Probe>();
        int shared = 0;

        check.That("no two threads hold one item", () =>
        {
            Parallel.For(0, 20_000, _ =>
            {
                Probe item = pool.Get();
                if (Interlocked.Increment(ref item.Holders) is not 1)
                    Interlocked.Increment(ref shared);

                Interlocked.Decrement(ref item.Holders);
                pool.Return(item);
            });

            return shared is 0;
        });
    }

    private sealed class Probe
    {
        internal int Holders;
    }
}
