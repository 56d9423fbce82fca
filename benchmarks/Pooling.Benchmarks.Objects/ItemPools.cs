namespace Pooling.Benchmarks.Objects;

/// <summary>A pool as the loops of the benchmarks use it. Implemented by structs, so that each contender gets loops of its own.</summary>
internal interface IItemPool<TContent> where TContent : struct
{
    Item<TContent> Get();

    void Return(Item<TContent> item);
}

internal readonly struct NewItems<TContent> : IItemPool<TContent> where TContent : struct
{
    public Item<TContent> Get() => new();

    public void Return(Item<TContent> item)
    {
    }
}

internal readonly struct DefaultItems<TContent>(ObjectPool<Item<TContent>> pool) : IItemPool<TContent> where TContent : struct
{
    public Item<TContent> Get() => pool.Get();

    public void Return(Item<TContent> item) => pool.Return(item);
}

internal readonly struct ScanItems<TContent>(ScanPool<Item<TContent>> pool) : IItemPool<TContent> where TContent : struct
{
    public Item<TContent> Get()
    {
        Item<TContent> item = pool.Get();
        item.BeginUse();
        return item;
    }

    public void Return(Item<TContent> item)
    {
        if (item.TryEndUse())
        {
            item.Reset();
            pool.Return(item);
        }
    }
}

internal readonly struct MagazineItems<TContent>(MagazinePool<Item<TContent>> pool) : IItemPool<TContent> where TContent : struct
{
    public Item<TContent> Get() => pool.Get();

    public void Return(Item<TContent> item) => pool.Return(item);
}

internal readonly struct StructPolicyItems<TContent>(PolicyPool<Item<TContent>, ItemStructPolicy<TContent>> pool) : IItemPool<TContent>
    where TContent : struct
{
    public Item<TContent> Get() => pool.Get();

    public void Return(Item<TContent> item) => pool.Return(item);
}

/// <summary>The loops that all contenders run.</summary>
internal static class ItemLoops<TContent> where TContent : struct
{
    private static object? s_last;

    /// <summary>One item at a time: rent, use, return.</summary>
    internal static long Use<TPool>(TPool pool, int operations) where TPool : struct, IItemPool<TContent>
    {
        long sum = 0;
        Item<TContent>? item = null;
        for (uint i = 0; i < operations; i++)
        {
            item = pool.Get();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        s_last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    /// <summary>As many items at a time as the array takes. All get their handles before the first handle is read, so that an item handed
    /// out twice changes the sum.</summary>
    internal static long Hold<TPool>(TPool pool, Item<TContent>[] items, int operations) where TPool : struct, IItemPool<TContent>
    {
        long sum = 0;
        for (int done = 0; done < operations; done += items.Length)
        {
            for (int i = 0; i < items.Length; i++)
            {
                Item<TContent> item = pool.Get();
                item.Handle = (uint)i;
                items[i] = item;
            }

            foreach (Item<TContent> item in items)
            {
                sum += item.Handle;
                pool.Return(item);
            }
        }

        return sum;
    }

    internal static long Lease(LeasePool<Item<TContent>> pool, int operations)
    {
        long sum = 0;
        for (uint i = 0; i < operations; i++)
        {
            using PooledLease<Item<TContent>> lease = pool.Rent();
            Item<TContent> item = lease.Value;
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }
}
