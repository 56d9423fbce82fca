using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <content>The members for pooling.</content>
public sealed partial class EventNotificationList
{
    private EncodeableState _poolState;

    public static EncodeablePool<EventNotificationList> Pool { get; } = EncodeablePool.Create<EventNotificationList, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private void ResetPooled()
    {
        Events.Clear();
        SequenceNumber = 0;
        PublishTime = default;
    }

    private void VisitPooled(ref NestedVisitor nested)
    {
        nested.Visit(Events);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<EventNotificationList>
    {
        public bool HasNested => false; // except for the list, which keeps its parts

        public EventNotificationList Create() => new();

        public ref EncodeableState StateOf(EventNotificationList item) => ref item._poolState;

        public void Reset(EventNotificationList item) => item.ResetPooled();

        public void VisitNested(EventNotificationList item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
