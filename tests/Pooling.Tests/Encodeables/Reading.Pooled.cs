namespace Pooling.Encodeables;

/// <content>The output of the generator, written by hand.</content>
public sealed partial class Reading : IPooledEncodeable
{
    private EncodeableState _poolState;

    public static EncodeablePool<Reading> Pool { get; } = EncodeablePool.Create<Reading, PoolPolicy>();

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    void IPooledEncodeable.Reset() => ResetPooled();

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

    private void ResetPooled()
    {
        Handle = default;
        Value = default;
        Deadband = DefaultDeadband;
        Unit = null;
        Changed = null;
    }

    private readonly struct PoolPolicy : IEncodeablePolicy<Reading>
    {
        public bool HasNested => false;

        public Reading Create() => new();

        public ref EncodeableState StateOf(Reading item) => ref item._poolState;

        public void Reset(Reading item) => item.ResetPooled();

        public void VisitNested(Reading item, ref NestedVisitor nested)
        {
        }
    }
}
