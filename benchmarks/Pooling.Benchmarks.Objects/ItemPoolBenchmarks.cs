namespace Pooling.Benchmarks.Objects;

/// <summary>Provides the compared pools, and the loops of all contenders.</summary>
public abstract partial class ItemPoolBenchmarks<TContent> where TContent : struct
{
    private protected const int Operations = 1_000;

    private static object? s_last;

    private protected readonly ScanItems<TContent> _scan = new();
    private protected readonly QueueItems<TContent> _queue = new();
    private protected readonly StackItems<TContent> _stack = new();
    private protected LeasePool<Item<TContent>> _lease = new(new ItemPolicy<TContent>());
    private protected DefaultItems<TContent> _default = new(2_048);
    private protected MagazineItems<TContent> _magazine = new(null);
    private protected WorkerThreads? _workers;
    private long _sum;

    [GlobalCleanup]
    public virtual void Cleanup()
    {
        _workers?.Dispose();
        _magazine.Pool.Dispose();
        _lease.Dispose();
    }

    /// <summary>Uses one item at a time: rents, uses and returns it.</summary>
    private protected static long Use<TPool>(TPool pool, int operations = Operations) where TPool : struct, IItemPool<TContent>
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

        s_last = item; // lets it escape, so that it is created on the heap
        return sum;
    }

    /// <summary>Uses as many items at a time as the array holds. All items get their handles before the first handle is read, so that an
    /// item that is rented twice changes the sum.</summary>
    private protected static long Hold<TPool>(TPool pool, Item<TContent>[] items, int operations) where TPool : struct, IItemPool<TContent>
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

    private protected static long UseLeases(LeasePool<Item<TContent>> pool, int operations)
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

    /// <inheritdoc cref="Hold"/>
    private protected static long HoldLeases(LeasePool<Item<TContent>> pool, PooledLease<Item<TContent>>[] leases, int operations)
    {
        long sum = 0;
        for (int done = 0; done < operations; done += leases.Length)
        {
            for (int i = 0; i < leases.Length; i++)
            {
                leases[i] = pool.Rent();
                leases[i].Value.Handle = (uint)i;
            }

            foreach (PooledLease<Item<TContent>> lease in leases)
            {
                sum += lease.Value.Handle;
                lease.Dispose();
            }
        }

        return sum;
    }

    /// <returns>The sum of the results of the work on each thread.</returns>
    private protected long RunAll(Func<int, long> work)
    {
        _sum = 0;
        _workers!.Run(worker => Interlocked.Add(ref _sum, work(worker)));
        return _sum;
    }
}
