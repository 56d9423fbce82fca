namespace Pooling.Encodeables;

/// <summary>Defines an object that a decoder rents instead of creating it. It can be reset to its initial state, and
/// carries its rental state.</summary>
/// <remarks>
/// <para>Implement it by hand as its documentation page shows, or apply <see cref="PooledEncodeableAttribute"/> to a
/// partial class. Only the pool calls the members, so implement them explicitly.</para>
/// <para>Thread safety: the pool calls <see cref="Reset"/> and <see cref="VisitNested"/> on one thread at a time, while
/// the object is not in use.</para>
/// <para>Allocation: no member should allocate.</para>
/// </remarks>
public interface IPooledEncodeable
{
    /// <summary>Gets a reference to the field of the object that belongs to the pool. Return a reference to the field,
    /// and never write to it.</summary>
    ref EncodeableState PoolState { get; }

    /// <summary>Resets the object, so that it equals a newly created one except for <see cref="PoolState"/>. References
    /// to nested pooled objects and arrays are only set to <see langword="null"/>: they are returned by their scope, or
    /// have been visited before.</summary>
    void Reset();

    /// <summary>Passes every nested pooled object and <see cref="Buffers.PooledArray{T}"/> that the object owns to a
    /// visitor.</summary>
    /// <param name="nested">The visitor, which takes each of them with one call of <c>Visit</c> or
    /// <c>VisitItems</c>.</param>
    void VisitNested(ref NestedVisitor nested);
}
