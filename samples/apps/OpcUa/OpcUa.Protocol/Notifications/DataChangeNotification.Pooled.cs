using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <content>The members for pooling.</content>
public sealed partial class DataChangeNotification
{
    private EncodeableState _poolState;

    public static EncodeablePool<DataChangeNotification> Pool { get; } = EncodeablePool.Create<DataChangeNotification, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private void ResetPooled()
    {
        MonitoredItems.Clear();
        DiagnosticInfos = null;
        SequenceNumber = 0;
        MoreNotifications = false;
        PublishTime = default;
        StringTable = null;
        Tag = null;
    }

    private void VisitPooled(ref NestedVisitor nested)
    {
        nested.Visit(MonitoredItems);
        nested.Visit(DiagnosticInfos);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<DataChangeNotification>
    {
        public bool HasNested => true;

        public DataChangeNotification Create() => new();

        public ref EncodeableState StateOf(DataChangeNotification item) => ref item._poolState;

        public void Reset(DataChangeNotification item) => item.ResetPooled();

        public void VisitNested(DataChangeNotification item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
