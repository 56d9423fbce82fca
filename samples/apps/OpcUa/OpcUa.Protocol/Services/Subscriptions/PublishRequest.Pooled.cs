using Pooling.Encodeables;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <content>The members for pooling.</content>
public sealed partial class PublishRequest : IPooledEncodeable
{
    private EncodeableState _poolState;

    public static EncodeablePool<PublishRequest> Pool { get; } = EncodeablePool.Create<PublishRequest, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

    private void ResetPooled()
    {
        Header.Reset();
        Acknowledgements.Clear();
        if (Acknowledgements.Capacity > MaxKept)
            Acknowledgements.Capacity = 0;
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<PublishRequest>
    {
        public bool HasNested => false;

        public PublishRequest Create() => new();

        public ref EncodeableState StateOf(PublishRequest item) => ref item._poolState;

        public void Reset(PublishRequest item) => item.ResetPooled();

        public void VisitNested(PublishRequest item, ref NestedVisitor nested)
        {
        }
    }
}
