using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Encodeables;

/// <summary>Finds the pool for a type id without reflection. Immutable.</summary>
/// <typeparam name="TKey">The type of the type ids, such as an enum, a number, a node id, or a string.</typeparam>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: the table; finding and renting do not allocate.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class EncodeableTypeRegistry<TKey> where TKey : notnull
{
    private readonly Dictionary<TKey, EncodeablePool> _pools;

    private EncodeableTypeRegistry(Dictionary<TKey, EncodeablePool> pools) => _pools = pools;

    /// <summary>Gets the number of type ids.</summary>
    public int Count => _pools.Count;

    private string DebuggerText => $"Count = {Count}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Creates a registry.</summary>
    /// <param name="pools">The type ids and their pools. One pool can have several type ids.</param>
    /// <param name="comparer">The comparer for type ids; <see langword="null"/> for the default comparer.</param>
    /// <returns>The registry.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="pools"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">A type id or a pool is <see langword="null"/>, or type ids appear more than
    /// once; the message lists each one with its pools.</exception>
    [SuppressMessage("Design", "CA1000",
        Justification = "The type of the ids is not inferred: it is that of the registry.")]
    public static EncodeableTypeRegistry<TKey> Create(
        IEnumerable<(TKey Key, EncodeablePool Pool)> pools, IEqualityComparer<TKey>? comparer = null)
    {
        ArgumentNullException.ThrowIfNull(pools);

        var found = new Dictionary<TKey, EncodeablePool>(comparer);
        List<string>? duplicates = null;
        foreach ((TKey key, EncodeablePool pool) in pools)
        {
            if (key is null || pool is null)
                throw new ArgumentException("A type id or a pool is null.", nameof(pools));

            if (found.TryGetValue(key, out EncodeablePool? first))
                (duplicates ??= []).Add($"{key} ({first.Name}, {pool.Name})");
            else
                found.Add(key, pool);
        }

        return duplicates is null
            ? new EncodeableTypeRegistry<TKey>(found)
            : throw new ArgumentException(
                $"Each type id can appear only once. Duplicates: {string.Join("; ", duplicates)}.", nameof(pools));
    }

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
