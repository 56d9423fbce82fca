using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.SoakTests.Encodeables;

/// <summary>A pooled object that detects two owners at the same time.</summary>
internal sealed class SoakEncodeable : IPooledEncodeable
{
    private EncodeableState _poolState;
    private int _owned;

    internal static EncodeablePool<SoakEncodeable> Pool { get; } = EncodeablePool.Create<SoakEncodeable, PoolPolicy>();

    internal PooledArray<SoakEncodeable>? Items { get; set; }

    internal PooledArray<long>? Numbers { get; set; }

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    internal void Take() => SoakException.ThrowUnless(Interlocked.Exchange(ref _owned, 1) == 0, "An item was handed out twice.");

    internal void Give() => SoakException.ThrowUnless(Interlocked.Exchange(ref _owned, 0) == 1, "An item was taken away from its owner.");

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private void ResetPooled()
    {
        Items = null;
        Numbers = null;
    }

    private void VisitPooled(ref NestedVisitor nested)
    {
        nested.VisitItems(Items);
        nested.Visit(Numbers);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<SoakEncodeable>
    {
        public bool HasNested => true;

        public SoakEncodeable Create() => new();

        public ref EncodeableState StateOf(SoakEncodeable item) => ref item._poolState;

        public void Reset(SoakEncodeable item) => item.ResetPooled();

        public void VisitNested(SoakEncodeable item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
