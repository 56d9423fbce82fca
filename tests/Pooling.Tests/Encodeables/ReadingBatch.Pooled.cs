namespace Pooling.Encodeables;

/// <content>The output of the generator for a class that may have derived ones, written by hand.</content>
public partial class ReadingBatch : IPooledEncodeable
{
    private EncodeableState _poolState;

    public static EncodeablePool<ReadingBatch> Pool { get; } = EncodeablePool.Create<ReadingBatch, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private protected static ref EncodeableState PoolStateOf(ReadingBatch item) => ref item._poolState;

    private protected void ResetPooled()
    {
        Sequence = default;
        First = null;
        Readings = null;
        Samples = null;
        Notes.Clear();
        if (Notes.Capacity > 256)
            Notes.Capacity = 0;
    }

    private protected void VisitPooled(ref NestedVisitor nested)
    {
        nested.Visit(First);
        nested.VisitItems(Readings);
        nested.Visit(Samples);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<ReadingBatch>
    {
        public bool HasNested => true;

        public ReadingBatch Create() => new();

        public ref EncodeableState StateOf(ReadingBatch item) => ref item._poolState;

        public void Reset(ReadingBatch item) => item.ResetPooled();

        public void VisitNested(ReadingBatch item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
