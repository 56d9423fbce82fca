using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>What an application makes of a notification and puts into its queue.</summary>
public sealed class TagUpdate : IPooledEncodeable
{
    private EncodeableState _poolState;

    internal static EncodeablePool<TagUpdate> Pool { get; } = EncodeablePool.Create<TagUpdate, PoolPolicy>();

    public uint TagId { get; set; }

    public StatusCode StatusCode { get; set; }

    public double Value { get; set; }

    public DateTime Time { get; set; }

    public object? Source { get; set; }

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => Clear();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

    internal void Clear()
    {
        TagId = 0;
        StatusCode = default;
        Value = 0;
        Time = default;
        Source = null;
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<TagUpdate>
    {
        public bool HasNested => false;

        public TagUpdate Create() => new();

        public ref EncodeableState StateOf(TagUpdate item) => ref item._poolState;

        public void Reset(TagUpdate item) => item.Clear();

        public void VisitNested(TagUpdate item, ref NestedVisitor nested)
        {
        }
    }
}
