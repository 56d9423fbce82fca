namespace Pooling.Encodeables;

/// <summary>Defines the members of one class of pooled objects as the pool calls them: a struct implements it, so that they are
/// inlined.</summary>
/// <typeparam name="T">The class. A pool's objects are exactly of this class, never of a derived one.</typeparam>
/// <remarks>
/// <para>Generated for a class with <see cref="PooledEncodeableAttribute"/>; by hand it is worth its lines where nanoseconds count.</para>
/// <para>Thread safety: called from any thread.</para>
/// <para>Allocation: none is expected but that of <see cref="Create"/>.</para>
/// </remarks>
public interface IEncodeablePolicy<T> where T : class, IPooledEncodeable
{
    /// <summary>Gets a value that indicates whether objects of the class ever own nested pooled objects or arrays. A constant.</summary>
    /// <remarks>An <see cref="EncodeableList{T}"/> that each object has from the beginning needs no <see langword="true"/>.</remarks>
    bool HasNested { get; }

    /// <summary>Creates an object.</summary>
    /// <returns>The object, of exactly the class <typeparamref name="T"/>.</returns>
    T Create();

    /// <summary>Returns what <see cref="IPooledEncodeable.PoolState"/> of the object returns.</summary>
    /// <param name="item">An object of the pool.</param>
    /// <returns>The field itself.</returns>
    ref EncodeableState StateOf(T item);

    /// <summary>Resets the object as <see cref="IPooledEncodeable.Reset"/> does.</summary>
    /// <param name="item">An object of the pool that nobody uses.</param>
    void Reset(T item);

    /// <summary>Visits as <see cref="IPooledEncodeable.VisitNested"/> of the object does. Called only if <see cref="HasNested"/>.</summary>
    /// <param name="item">An object of the pool that nobody uses.</param>
    /// <param name="nested">The visitor.</param>
    void VisitNested(T item, ref NestedVisitor nested);
}
