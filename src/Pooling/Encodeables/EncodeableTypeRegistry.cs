using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Encodeables;

/// <summary>Finds the pool for a type id without reflection. Created by an <see cref="EncodeableTypeRegistryBuilder{TKey}"/>;
/// immutable.</summary>
/// <typeparam name="TKey">The type of the type ids, such as an enum, a number, a node id, or a string.</typeparam>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("Count = {Count}")]
public sealed class EncodeableTypeRegistry<TKey> where TKey : notnull
{
    private readonly Dictionary<TKey, EncodeablePool> _pools;

    internal EncodeableTypeRegistry(Dictionary<TKey, EncodeablePool> pools) => _pools = pools;

    /// <summary>Gets the number of type ids.</summary>
    public int Count => _pools.Count;

    /// <summary>Attempts to find the pool for a type id.</summary>
    /// <param name="key">The type id.</param>
    /// <param name="pool">The pool; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the type id is unknown.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is <see langword="null"/>.</exception>
    public bool TryGetPool(TKey key, [NotNullWhen(true)] out EncodeablePool? pool) => _pools.TryGetValue(key, out pool);

    /// <summary>Attempts to rent an object for a type id.</summary>
    /// <param name="key">The type id.</param>
    /// <param name="scope">The scope that owns the object.</param>
    /// <param name="item">The object; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the type id is unknown; nothing was rented.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The scope or the pool is disposed.</exception>
    public bool TryRent(TKey key, PooledScope scope, [NotNullWhen(true)] out IPooledEncodeable? item)
    {
        if (!_pools.TryGetValue(key, out EncodeablePool? pool))
        {
            item = null;
            return false;
        }

        item = scope.Rent(pool);
        return true;
    }
}
