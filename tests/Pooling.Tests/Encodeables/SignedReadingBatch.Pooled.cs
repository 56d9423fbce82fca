namespace Pooling.Encodeables;

/// <content>The output of the generator for a derived class, written by hand. The state belongs to the base class.</content>
public sealed partial class SignedReadingBatch : IPooledEncodeable
{
    public static new EncodeablePool<SignedReadingBatch> Pool { get; } = EncodeablePool.Create<SignedReadingBatch, PoolPolicy>();

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => VisitPooled(ref nested);

    private new void ResetPooled()
    {
        base.ResetPooled();
        Signature = null;
    }

    private new void VisitPooled(ref NestedVisitor nested)
    {
        base.VisitPooled(ref nested);
        nested.Visit(Signature);
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<SignedReadingBatch>
    {
        public bool HasNested => true;

        public SignedReadingBatch Create() => new();

        public ref EncodeableState StateOf(SignedReadingBatch item) => ref PoolStateOf(item);

        public void Reset(SignedReadingBatch item) => item.ResetPooled();

        public void VisitNested(SignedReadingBatch item, ref NestedVisitor nested) => item.VisitPooled(ref nested);
    }
}
