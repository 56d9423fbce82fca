using Pooling.Objects;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Where events come from and go back to.</summary>
/// <typeparam name="T">The event, or the reference to it.</typeparam>
internal interface IEventSource<T>
{
    /// <summary>The scope of a message, if it returns the events.</summary>
    static virtual PooledScope Begin() => default;

    T Rent(PooledScope scope, uint handle);

    /// <returns>The handle, read before the event goes back.</returns>
    uint Return(T item);
}

internal readonly struct NewEvents : IEventSource<PublishedEvent>
{
    public PublishedEvent Rent(PooledScope scope, uint handle) => new() { Handle = handle };
    public uint Return(PublishedEvent item) => item.Handle;
}

internal readonly struct PublishedEvents() : IEventSource<PublishedEvent>
{
    private readonly PublishedPool<PublishedEvent> _pool = new(static () => new PublishedEvent());
    public PublishedEvent Rent(PooledScope scope, uint handle) => _pool.Rent(handle);
    public uint Return(PublishedEvent item) => _pool.Return(item);
}

internal readonly struct ReferencedEvents(ReturnCheck check) : IEventSource<PooledRef<EventFieldList>>
{
    private readonly EncodeablePool<EventFieldList> _pool = EventPolicy.CreatePool(check);

    public PooledRef<EventFieldList> Rent(PooledScope scope, uint handle)
    {
        PooledRef<EventFieldList> rental = _pool.Rent();
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

internal readonly struct ScopedEvents() : IEventSource<EventFieldList>
{
    private readonly EncodeablePool<EventFieldList> _pool = EventPolicy.CreatePool(ReturnCheck.Atomic);
    public static PooledScope Begin() => PooledScope.Begin();
    public EventFieldList Rent(PooledScope scope, uint handle) => Event.Pooled(scope, _pool, handle);
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

    internal static EncodeablePool<EventFieldList> CreatePool(ReturnCheck check) => EncodeablePool.Create<EventFieldList, EventPolicy>(
        returnCheck: check, options: new PoolOptions { MaxRetained = 80_000 });
}
