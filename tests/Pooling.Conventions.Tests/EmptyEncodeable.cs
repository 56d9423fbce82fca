using Pooling.Encodeables;

namespace Pooling.Conventions;

/// <summary>A type argument for generic types of the library that take encodeables.</summary>
internal sealed class EmptyEncodeable : IPooledEncodeable
{
    private EncodeableState _poolState;

    public ref EncodeableState PoolState => ref _poolState;

    public void Reset()
    {
    }

    public void VisitNested(ref NestedVisitor nested)
    {
    }
}
