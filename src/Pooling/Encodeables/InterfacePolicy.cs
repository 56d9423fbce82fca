namespace Pooling.Encodeables;

/// <summary>A policy that calls the objects' own members.</summary>
internal readonly struct InterfacePolicy<T>(Func<T> create) : IEncodeablePolicy<T> where T : class, IPooledEncodeable
{
    public bool HasNested => true;

    public T Create() => create();

    public ref EncodeableState StateOf(T item) => ref item.PoolState;

    public void Reset(T item) => item.Reset();

    public void VisitNested(T item, ref NestedVisitor nested) => item.VisitNested(ref nested);
}
