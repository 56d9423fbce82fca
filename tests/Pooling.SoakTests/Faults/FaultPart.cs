using Pooling.Encodeables;

namespace Pooling.SoakTests.Faults;

/// <summary>A part of a list that detects that it is used twice, or was not reset. Its reset throws according to a plan.</summary>
internal sealed class FaultPart(FaultPlan plan) : IPooledEncodeable
{
    private EncodeableState _poolState;
    private int _owner;

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    internal void Take(int owner) =>
        SoakException.ThrowUnless(Interlocked.CompareExchange(ref _owner, owner, 0) == 0, "A part was handed out that nobody reset.");

    internal void Check(int owner) =>
        SoakException.ThrowUnless(Volatile.Read(ref _owner) == owner, "A part was taken away from its owner.");

    void IPooledEncodeable.Reset()
    {
        int call = plan.Enter("Reset");
        Volatile.Write(ref _owner, 0);
        plan.Leave(call, "Reset");
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }
}
