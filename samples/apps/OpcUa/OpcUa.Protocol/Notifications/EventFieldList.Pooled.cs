using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <content>The members for pooling.</content>
public sealed partial class EventFieldList
{
    private EncodeableState _poolState;

    public static EncodeablePool<EventFieldList> Pool { get; } = EncodeablePool.Create<EventFieldList, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private void ResetPooled()
    {
        ClientHandle = 0;
        Fields = null;
    }

    private void VisitPooled(ref NestedVisitor nested)
    {
        if (Fields is null)
            return;

        foreach (ref readonly Variant field in Fields.Span)
            field.VisitNested(ref nested);

        nested.Visit(Fields);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<EventFieldList>
    {
        public bool HasNested => true;

        public EventFieldList Create() => new();

        public ref EncodeableState StateOf(EventFieldList item) => ref item._poolState;

        public void Reset(EventFieldList item) => item.ResetPooled();

        public void VisitNested(EventFieldList item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
