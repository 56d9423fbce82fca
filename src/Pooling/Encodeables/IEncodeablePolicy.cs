namespace Pooling.Encodeables;

/// <summary>Defines the members of one class of pooled objects as the pool calls them. Implemented by a struct, so that
/// they are inlined.</summary>
/// <typeparam name="T">The class. The objects of a pool are exactly of this class, never of a derived one.</typeparam>
/// <remarks>
/// <para>Generated for classes with <see cref="PooledEncodeableAttribute"/>. Implementing it by hand is worthwhile
/// where nanoseconds matter.</para>
/// <para>Thread safety: called from any thread.</para>
/// <para>Allocation: no member except <see cref="Create"/> should allocate.</para>
/// </remarks>
public interface IEncodeablePolicy<T> where T : class, IPooledEncodeable
{
    /// <summary>Gets a value that indicates whether objects of the class can own nested pooled objects or arrays. Must
    /// be a constant.</summary>
    /// <remarks>An <see cref="EncodeableList{T}"/> that each object has from its creation does not require
    /// <see langword="true"/>.</remarks>
    bool HasNested { get; }

    /// <summary>Creates an object.</summary>
    /// <returns>The object, of exactly the class <typeparamref name="T"/>.</returns>
    T Create();

    /// <summary>Returns a reference to the field that <see cref="IPooledEncodeable.PoolState"/> of the object
    /// returns.</summary>
    /// <param name="item">An object of the pool.</param>
    /// <returns>A reference to the field.</returns>
    ref EncodeableState StateOf(T item);

    /// <summary>Resets the object as <see cref="IPooledEncodeable.Reset"/> does.</summary>
    /// <param name="item">An object of the pool that is not in use.</param>
    void Reset(T item);

    /// <summary>Visits nested objects as <see cref="IPooledEncodeable.VisitNested"/> does. Called only if
    /// <see cref="HasNested"/> is true.</summary>
    /// <param name="item">An object of the pool that is not in use.</param>
    /// <param name="nested">The visitor.</param>
    void VisitNested(T item, ref NestedVisitor nested);
}
