namespace Pooling.Encodeables;

/// <summary>A pooled object that may refer to another one, and counts its resets.</summary>
internal sealed class HeldItem : IPooledEncodeable
{
    private EncodeableState _poolState;
    private int _resets;

    internal HeldItem? Child { get; set; }

    internal int Resets => Volatile.Read(ref _resets);

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset()
    {
        Interlocked.Increment(ref _resets); // two simultaneous resets must be detected
        Child = null;
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => nested.Visit(Child);
}
