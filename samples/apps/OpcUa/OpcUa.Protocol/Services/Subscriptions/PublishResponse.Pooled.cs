using Pooling.Encodeables;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <content>The members for pooling.</content>
public sealed partial class PublishResponse : IPooledEncodeable
{
    private EncodeableState _poolState;

    public static EncodeablePool<PublishResponse> Pool { get; } = EncodeablePool.Create<PublishResponse, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

    private void ResetPooled()
    {
        Header.Reset();
        SubscriptionId = 0;
        AvailableSequenceNumbers.Clear();
        if (AvailableSequenceNumbers.Capacity > MaxKept)
            AvailableSequenceNumbers.Capacity = 0;

        MoreNotifications = false;
        NotificationMessage = null;
        Results.Clear();
        if (Results.Capacity > MaxKept)
            Results.Capacity = 0;
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<PublishResponse>
    {
        public bool HasNested => false;

        public PublishResponse Create() => new();

        public ref EncodeableState StateOf(PublishResponse item) => ref item._poolState;

        public void Reset(PublishResponse item) => item.ResetPooled();

        public void VisitNested(PublishResponse item, ref NestedVisitor nested)
        {
        }
    }
}
