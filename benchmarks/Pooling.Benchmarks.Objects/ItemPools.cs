namespace Pooling.Benchmarks.Objects;

/// <summary>An object of exact size on 64 bits: 16 bytes of the runtime, 8 bytes of fields, and its content.</summary>
/// <typeparam name="TContent">A struct, so that generic code is compiled for it alone.</typeparam>
internal sealed class Item<TContent> where TContent : struct
{
    internal int InUse; // the published sentinel

    internal uint Handle { get; set; }

    internal TContent Content { get; set; }

    internal bool Reset()
    {
        Handle = 0;
        Content = default;
        return true;
    }
}

public readonly record struct Bytes48(long Value, long Time, object? Payload);

public readonly record struct Bytes104(long Value, long Status, long SourceTime, long ServerTime, long SourceFraction, long ServerFraction,
    long Quality, long Sequence, object? Payload, object? Owner);

/// <summary>The policy as users write it: one object for all pools that accept it.</summary>
internal sealed class ItemPolicy<TContent> : IPooledObjectPolicy<Item<TContent>> where TContent : struct
{
    public Item<TContent> Create() => new();
    public bool Return(Item<TContent> obj) => obj.Reset();
}

/// <summary>A pool for the loops of the benchmarks. Implemented by structs, so that each contender has separate loops.</summary>
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

internal readonly struct DefaultItems<TContent>(int retained) : IItemPool<TContent> where TContent : struct
{
    private readonly ObjectPool<Item<TContent>> _pool = new DefaultObjectPool<Item<TContent>>(new ItemPolicy<TContent>(), retained);
    public Item<TContent> Get() => _pool.Get();
    public void Return(Item<TContent> item) => _pool.Return(item);
}

/// <summary>A pool of three lines, without a limit. Any thread may rent and return.</summary>
internal readonly struct QueueItems<TContent>() : IItemPool<TContent> where TContent : struct
{
    private readonly ConcurrentQueue<Item<TContent>> _queue = [];

    public Item<TContent> Get() => _queue.TryDequeue(out Item<TContent>? item) ? item : new();

    public void Return(Item<TContent> item)
    {
        item.Reset();
        _queue.Enqueue(item);
    }
}

/// <summary>A pool of three lines for one thread.</summary>
internal readonly struct StackItems<TContent>() : IItemPool<TContent> where TContent : struct
{
    private readonly Stack<Item<TContent>> _stack = [];

    public Item<TContent> Get() => _stack.TryPop(out Item<TContent>? item) ? item : new();

    public void Return(Item<TContent> item)
    {
        item.Reset();
        _stack.Push(item);
    }
}

/// <summary>A slot per thread. If a thread holds several items at once, the slot keeps one of them.</summary>
internal readonly struct ThreadSlotItems<TContent> : IItemPool<TContent> where TContent : struct
{
    [ThreadStatic]
    private static Item<TContent>? s_item;

    public Item<TContent> Get()
    {
        Item<TContent> item = s_item ?? new();
        s_item = null;
        return item;
    }

    public void Return(Item<TContent> item)
    {
        item.Reset();
        s_item = item;
    }
}

/// <summary>The published pool with its sentinel. Only the first of several returns of one use counts.</summary>
internal readonly struct ScanItems<TContent>() : IItemPool<TContent> where TContent : struct
{
    private readonly ScanPool<Item<TContent>> _pool = new(static () => new Item<TContent>());

    public Item<TContent> Get()
    {
        Item<TContent> item = _pool.Get();
        Volatile.Write(ref item.InUse, 1); // pairs with the compare-and-swap in Return
        return item;
    }

    public void Return(Item<TContent> item)
    {
        if (Interlocked.CompareExchange(ref item.InUse, 0, 1) == 1)
        {
            item.Reset();
            _pool.Return(item);
        }
    }
}

internal readonly struct MagazineItems<TContent>(PoolOptions? options) : IItemPool<TContent> where TContent : struct
{
    internal MagazinePool<Item<TContent>> Pool { get; } = new(new ItemPolicy<TContent>(), options);
    public Item<TContent> Get() => Pool.Get();
    public void Return(Item<TContent> item) => Pool.Return(item);
}
