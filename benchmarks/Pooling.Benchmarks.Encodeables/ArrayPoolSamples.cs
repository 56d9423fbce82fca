namespace Pooling.Benchmarks.Encodeables;

/// <summary>A pooled message whose array goes back to the array pool with each reset.</summary>
internal sealed class ArrayPoolSamples : IPooledEncodeable
{
    private EncodeableState _state;
    private double[]? _rented;

    public static EncodeablePool<ArrayPoolSamples> Pool { get; } = EncodeablePool.Create<ArrayPoolSamples, Policy>();

    public long Source { get; set; }

    public double[]? Values { get; private set; }

    public int Count { get; private set; }

    ref EncodeableState IPooledEncodeable.PoolState => ref _state;

    public Span<double> RentValues(int count)
    {
        Values = EncodeablePool.RentArray(ref _rented, count);
        Count = count;
        return Values.AsSpan(0, count);
    }

    void IPooledEncodeable.Reset() => Reset();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

    private void Reset()
    {
        EncodeablePool.ReturnArray(ref _rented, Values);
        Source = 0;
        Values = null;
        Count = 0;
    }

    private readonly struct Policy : IEncodeablePolicy<ArrayPoolSamples>
    {
        public bool HasNested => false;

        public ArrayPoolSamples Create() => new();

        public ref EncodeableState StateOf(ArrayPoolSamples item) => ref item._state;

        public void Reset(ArrayPoolSamples item) => item.Reset();

        public void VisitNested(ArrayPoolSamples item, ref NestedVisitor nested)
        {
        }
    }
}
