using Pooling.Encodeables;
using Pooling.Objects;

namespace OpcUa.Protocol.Notifications;

/// <content>The members for pooling.</content>
public sealed partial class NotificationMessage
{
    private EncodeableState _poolState;

    // Each message keeps its parts, up to 1,000 and more. Few messages circulate, so threads hand over only two at a time.
    public static EncodeablePool<NotificationMessage> Pool { get; } = EncodeablePool.Create<NotificationMessage, PoolPolicy>(
        options: new PoolOptions { MaxRetainedPerThread = 5 });

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private void ResetPooled()
    {
        SequenceNumber = 0;
        PublishTime = default;
        DataChanges.Clear();
        Events.Clear();
        StatusChange = null;
        UnknownCount = 0;
    }

    private void VisitPooled(ref NestedVisitor nested)
    {
        nested.Visit(DataChanges);
        nested.Visit(Events);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<NotificationMessage>
    {
        public bool HasNested => false; // except for lists, which keep their parts

        public NotificationMessage Create() => new();

        public ref EncodeableState StateOf(NotificationMessage item) => ref item._poolState;

        public void Reset(NotificationMessage item) => item.ResetPooled();

        public void VisitNested(NotificationMessage item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
