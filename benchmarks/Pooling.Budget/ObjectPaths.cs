using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Budget;

/// <summary>The hot paths of object pools. Items are reset when they are returned.</summary>
internal static class ObjectPaths
{
    private const int Held = 16;
    private const int Many = 100;
    private const int HandedOver = 32;

    // No trim while instructions are counted, because counting is slow.
    private static readonly PoolOptions s_options = new() { TrimAfter = TimeSpan.FromDays(1) };

    internal static IReadOnlyList<HotPath> All { get; } =
    [
        new("Objects: pool", static () =>
        {
            MagazinePool<Item> pool = MagazinePool.Create<Item>(s_options);
            return new(() =>
            {
                Item item = pool.Get();
                item.Handle = 1;
                pool.Return(item);
            });
        }),
        new("Objects: pool, 16 held", static () =>
        {
            MagazinePool<Item> pool = MagazinePool.Create<Item>(s_options);
            var items = new Item[Held];
            return new(() =>
            {
                for (int i = 0; i < items.Length; i++)
                    items[i] = pool.Get();

                foreach (Item item in items)
                    pool.Return(item);
            });
        }),
        new("Objects: pool, 1,000 held", static () =>
        {
            MagazinePool<Item> pool = MagazinePool.Create<Item>(s_options);
            var items = new Item[1_000];
            return new(() =>
            {
                for (int i = 0; i < items.Length; i++)
                    items[i] = pool.Get();

                foreach (Item item in items)
                    pool.Return(item);
            });
        }),
        new("Objects: 100 at once", static () =>
        {
            MagazinePool<Item> pool = MagazinePool.Create<Item>(s_options);
            var items = new Item[Many];
            return new(() =>
            {
                pool.GetMany(items);
                pool.ReturnMany(items);
            });
        }),
        new("Objects: handover of 32", static () =>
        {
            MagazinePool<Item> pool = MagazinePool.Create<Item>(s_options);
            var items = new Item[HandedOver];
            return new(
                () =>
                {
                    for (int i = 0; i < items.Length; i++)
                        items[i] = pool.Get();
                },
                () =>
                {
                    foreach (Item item in items)
                        pool.Return(item);
                });
        }),
        new("Objects: pool of a provider", static () =>
        {
            ObjectPool<Item> pool = new MagazinePoolProvider(s_options).Create<Item>();
            return new(() =>
            {
                Item item = pool.Get();
                item.Handle = 1;
                pool.Return(item);
            });
        }),
        new("Objects: lease", static () =>
        {
            LeasePool<Item> pool = LeasePool.Create<Item>(s_options);
            return new(() =>
            {
                using PooledLease<Item> lease = pool.Rent();
                lease.Value.Handle = 1;
            });
        }),
        new("Objects: two leases", static () =>
        {
            LeasePool<Item> pool = LeasePool.Create<Item>(s_options);
            return new(() =>
            {
                using PooledLease<Item> outer = pool.Rent();
                using PooledLease<Item> inner = pool.Rent();
                inner.Value.Handle = outer.Value.Handle;
            });
        }),
        new("Objects: lease, 16 held", static () =>
        {
            LeasePool<Item> pool = LeasePool.Create<Item>(s_options);
            var leases = new PooledLease<Item>[Held];
            return new(() =>
            {
                for (int i = 0; i < leases.Length; i++)
                    leases[i] = pool.Rent();

                foreach (PooledLease<Item> lease in leases)
                    lease.Dispose();
            });
        }),
    ];
}
