namespace Pooling.Encodeables;

/// <summary>The members of one class of pooled objects as the pool calls them: implemented by a struct, so that they are inlined.</summary>
/// <typeparam name="T">The class. A pool's objects are exactly of this class, never of a derived one.</typeparam>
/// <remarks>
/// <para>Generated for a class with <see cref="PooledEncodeableAttribute"/>; by hand it is worth its lines where nanoseconds count.</para>
/// <para>Thread safety: called from any thread.</para>
/// <para>Allocation: none is expected but that of <see cref="Create"/>.</para>
/// </remarks>
public interface IEncodeablePolicy<T> where T : class, IPooledEncodeable
{
    /// <summary>Whether objects of the class ever own nested pooled objects or arrays. A constant.</summary>
    bool HasNested { get; }

    /// <summary>Creates an object.</summary>
    /// <returns>The object, of exactly the class <typeparamref name="T"/>.</returns>
    T Create();

    /// <summary>What <see cref="IPooledEncodeable.PoolState"/> of the object gives.</summary>
    /// <param name="item">An object of the pool.</param>
    /// <returns>The field itself.</returns>
    ref EncodeableState StateOf(T item);

    /// <summary>What <see cref="IPooledEncodeable.Reset"/> of the object does.</summary>
    /// <param name="item">An object of the pool that nobody uses.</param>
    void Reset(T item);

    /// <summary>What <see cref="IPooledEncodeable.VisitNested"/> of the object does. Called only if <see cref="HasNested"/>.</summary>
    /// <param name="item">An object of the pool that nobody uses.</param>
    /// <param name="nested">The visitor.</param>
    void VisitNested(T item, ref NestedVisitor nested);
}
