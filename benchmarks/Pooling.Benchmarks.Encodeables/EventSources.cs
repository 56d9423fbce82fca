using Pooling.Objects;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Provides events, and takes them back.</summary>
/// <typeparam name="T">The event, or the reference to it.</typeparam>
/// <typeparam name="TScope">The type that returns the events of a message, if there is one: its scope, or the message.</typeparam>
internal interface IEventSource<T, TScope> where TScope : struct
{
    static virtual TScope Begin() => default;

    T Rent(TScope scope, uint handle);

    /// <returns>The handle, which is read before the event is returned.</returns>
    uint Return(T item);
}

internal readonly struct NewEvents : IEventSource<PublishedEvent, PooledScope>
{
    public PublishedEvent Rent(PooledScope scope, uint handle) => new() { Handle = handle };
    public uint Return(PublishedEvent item) => item.Handle;
}

internal readonly struct PublishedEvents() : IEventSource<PublishedEvent, PooledScope>
{
    private readonly PublishedPool<PublishedEvent> _pool = new(static () => new PublishedEvent());
    public PublishedEvent Rent(PooledScope scope, uint handle) => _pool.Rent(handle);
    public uint Return(PublishedEvent item) => _pool.Return(item);
}

internal readonly struct ReferencedEvents() : IEventSource<PooledRef<EventFieldList>, PooledScope>
{
    private readonly EncodeablePool<EventFieldList> _pool = EventPolicy.CreatePool();

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

internal readonly struct ScopedEvents() : IEventSource<EventFieldList, PooledScope>
{
    private readonly EncodeablePool<EventFieldList> _pool = EventPolicy.CreatePool();
    public static PooledScope Begin() => PooledScope.Begin();
    public EventFieldList Rent(PooledScope scope, uint handle) => Event.Set(scope.Rent(_pool), handle);
    public uint Return(EventFieldList item) => item.ClientHandle;
}

internal readonly struct KeptEvents : IEventSource<EventFieldList, PooledRef<KeptParts>>
{
    public static PooledRef<KeptParts> Begin() => KeptParts.Pool.Rent();
    public EventFieldList Rent(PooledRef<KeptParts> message, uint handle) => Event.Set(message.Value.Events.Add(), handle);
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

    internal static EncodeablePool<EventFieldList> CreatePool() =>
        EncodeablePool.Create<EventFieldList, EventPolicy>(options: new PoolOptions { MaxRetained = 80_000 });
}
