namespace Pooling.Benchmarks.Encodeables;

/// <summary>Where events come from and go back to.</summary>
/// <typeparam name="T">The event, or the reference to it.</typeparam>
internal interface IEventSource<T>
{
    /// <summary>Whether the scope of a message returns its events.</summary>
    static virtual bool NeedsScope => false;

    T Rent(PooledScope scope, uint handle);

    /// <returns>The handle, read before the event goes back.</returns>
    uint Return(T item);
}

internal readonly struct NewEvents : IEventSource<EventFieldList>
{
    public EventFieldList Rent(PooledScope scope, uint handle) => new() { ClientHandle = handle };

    public uint Return(EventFieldList item) => item.ClientHandle;
}

internal readonly struct PublishedEvents() : IEventSource<PublishedEvent>
{
    private readonly PublishedPool<PublishedEvent> _pool = new(static () => new PublishedEvent());

    public PublishedEvent Rent(PooledScope scope, uint handle)
    {
        PublishedEvent item = _pool.Create();
        item.ClientHandle = handle;
        return item;
    }

    public uint Return(PublishedEvent item)
    {
        uint handle = item.ClientHandle;
        _pool.Reuse(item);
        return handle;
    }
}

internal readonly struct ReferencedEvents(EncodeablePool<EventFieldList> pool) : IEventSource<PooledRef<EventFieldList>>
{
    public PooledRef<EventFieldList> Rent(PooledScope scope, uint handle)
    {
        PooledRef<EventFieldList> rental = pool.Rent();
        rental.Value.ClientHandle = handle;
        return rental;
    }

    public uint Return(PooledRef<EventFieldList> rental)
    {
        uint handle = rental.Value.ClientHandle;
        rental.TryReturn();
        return handle;
    }
}

internal readonly struct ScopedEvents(EncodeablePool<EventFieldList> pool) : IEventSource<EventFieldList>
{
    public static bool NeedsScope => true;

    public EventFieldList Rent(PooledScope scope, uint handle)
    {
        EventFieldList item = scope.Rent(pool);
        item.ClientHandle = handle;
        return item;
    }

    public uint Return(EventFieldList item) => item.ClientHandle;
}

/// <summary>A policy for further pools of the class, over the interface that the sealed class implements.</summary>
internal readonly struct EventPolicy : IEncodeablePolicy<EventFieldList>
{
    public bool HasNested => true;

    public EventFieldList Create() => new();

    public ref EncodeableState StateOf(EventFieldList item) => ref ((IPooledEncodeable)item).PoolState;

    public void Reset(EventFieldList item) => ((IPooledEncodeable)item).Reset();

    public void VisitNested(EventFieldList item, ref NestedVisitor nested) => ((IPooledEncodeable)item).VisitNested(ref nested);
}
