using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>A policy for further pools of the class, over the interface that the class implements: it is sealed,
/// so the calls are direct.</summary>
internal readonly struct MonitoredItemNotificationPolicy : IEncodeablePolicy<MonitoredItemNotification>
{
    public bool HasNested => true;

    public MonitoredItemNotification Create() => new();

    public ref EncodeableState StateOf(MonitoredItemNotification item) => ref ((IPooledEncodeable)item).PoolState;

    public void Reset(MonitoredItemNotification item) => ((IPooledEncodeable)item).Reset();

    public void VisitNested(MonitoredItemNotification item, ref NestedVisitor nested) => ((IPooledEncodeable)item).VisitNested(ref nested);
}
