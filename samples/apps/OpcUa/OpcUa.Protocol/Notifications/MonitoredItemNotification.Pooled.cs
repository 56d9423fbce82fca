using Pooling.Encodeables;
using Pooling.Objects;

namespace OpcUa.Protocol.Notifications;

/// <content>The members for pooling.</content>
public sealed partial class MonitoredItemNotification
{
    private EncodeableState _poolState;

    // The limit includes kept parts. A server keeps messages of 1,000 values until they are acknowledged, and bursts of 40,000 are common.
    public static EncodeablePool<MonitoredItemNotification> Pool { get; } = EncodeablePool.Create<MonitoredItemNotification, PoolPolicy>(
        options: new PoolOptions { MaxRetained = 1 << 18 });

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private void ResetPooled()
    {
        ClientHandle = 0;
        _value = default;
        Diagnostics = null;
        Message = null;
    }

    private void VisitPooled(ref NestedVisitor nested)
    {
        _value.VisitNested(ref nested); // in place, since it is large
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<MonitoredItemNotification>
    {
        public bool HasNested => true;

        public MonitoredItemNotification Create() => new();

        public ref EncodeableState StateOf(MonitoredItemNotification item) => ref item._poolState;

        public void Reset(MonitoredItemNotification item) => item.ResetPooled();

        public void VisitNested(MonitoredItemNotification item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
