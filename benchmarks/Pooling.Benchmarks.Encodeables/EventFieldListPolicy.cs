using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>A policy for further pools of the class, over the interface that the class implements: it is sealed,
/// so the calls are direct.</summary>
internal readonly struct EventFieldListPolicy : IEncodeablePolicy<EventFieldList>
{
    public bool HasNested => true;

    public EventFieldList Create() => new();

    public ref EncodeableState StateOf(EventFieldList item) => ref ((IPooledEncodeable)item).PoolState;

    public void Reset(EventFieldList item) => ((IPooledEncodeable)item).Reset();

    public void VisitNested(EventFieldList item, ref NestedVisitor nested) => ((IPooledEncodeable)item).VisitNested(ref nested);
}
