namespace Pooling.Encodeables;

/// <summary>Defines an object that a decoder rents instead of creating it: it can be reset to a new one, and carries its rental
/// state.</summary>
/// <remarks>
/// <para>Implement it by hand as shown on its documentation page, or put <see cref="PooledEncodeableAttribute"/> on a partial class. The
/// members are called by the pool only: implement them explicitly.</para>
/// <para>Thread safety: the pool calls <see cref="Reset"/> and <see cref="VisitNested"/> on one thread at a time, when nobody uses the
/// object.</para>
/// <para>Allocation: none is expected of any member.</para>
/// </remarks>
public interface IPooledEncodeable
{
    /// <summary>Gets a reference to the field of the object that belongs to the pool. Return a reference to it, and never write to
    /// it.</summary>
    ref EncodeableState PoolState { get; }

    /// <summary>Resets the object, so that it equals a newly created one, <see cref="PoolState"/> aside. References to nested pooled
    /// objects and arrays are only forgotten: they are returned by their scope, or have been visited before.</summary>
    void Reset();

    /// <summary>Passes every nested pooled object and <see cref="Buffers.PooledArray{T}"/> that the object owns to a visitor.</summary>
    /// <param name="nested">Takes each of them with one call of <c>Visit</c> or <c>VisitItems</c>.</param>
    void VisitNested(ref NestedVisitor nested);
}
