using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The arguments of an event that is raised for each notification; by hand, as short as it gets.</summary>
public sealed class NotificationArgs : EventArgs, IPooledEncodeable
{
    private EncodeableState _poolState;

    internal static EncodeablePool<NotificationArgs> Pool { get; } = EncodeablePool.Create<NotificationArgs, PoolPolicy>();

    public uint ClientHandle { get; set; }

    public StatusCode StatusCode { get; set; }

    public double Value { get; set; }

    public object? Item { get; set; }

    public object? Subscription { get; set; }

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => Clear();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

    internal void Clear()
    {
        ClientHandle = 0;
        StatusCode = default;
        Value = 0;
        Item = null;
        Subscription = null;
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<NotificationArgs>
    {
        public bool HasNested => false;

        public NotificationArgs Create() => new();

        public ref EncodeableState StateOf(NotificationArgs item) => ref item._poolState;

        public void Reset(NotificationArgs item) => item.Clear();

        public void VisitNested(NotificationArgs item, ref NestedVisitor nested)
        {
        }
    }
}
