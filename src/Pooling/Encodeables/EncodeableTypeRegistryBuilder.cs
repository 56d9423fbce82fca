namespace Pooling.Encodeables;

/// <summary>Collects pools by type id and builds an <see cref="EncodeableTypeRegistry{TKey}"/>.</summary>
/// <typeparam name="TKey">The type of the type ids, such as an enum, a number, a node id, or a string.</typeparam>
/// <remarks>
/// <para>Thread safety: one thread at a time.</para>
/// <para>Allocation: allocates freely, because it is used once at startup.</para>
/// </remarks>
public sealed class EncodeableTypeRegistryBuilder<TKey> where TKey : notnull
{
    private readonly List<KeyValuePair<TKey, EncodeablePool>> _entries = [];
    private readonly IEqualityComparer<TKey>? _comparer;

    /// <summary>Initializes an empty builder.</summary>
    /// <param name="comparer">The comparer for type ids; <see langword="null"/> for the default comparer.</param>
    public EncodeableTypeRegistryBuilder(IEqualityComparer<TKey>? comparer = null) => _comparer = comparer;

    /// <summary>Adds a pool. One pool can have several type ids.</summary>
    /// <param name="key">The type id.</param>
    /// <param name="pool">The pool.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="pool"/> is <see langword="null"/>.</exception>
    public EncodeableTypeRegistryBuilder<TKey> Add(TKey key, EncodeablePool pool)
    {
        if (key is null)
            Throw.ArgumentNull(nameof(key));

        ArgumentNullException.ThrowIfNull(pool);

        _entries.Add(new KeyValuePair<TKey, EncodeablePool>(key, pool));
        return this;
    }

    /// <summary>Builds a registry of the pools added so far. Later additions do not change it.</summary>
    /// <returns>The registry.</returns>
    /// <exception cref="InvalidOperationException">A type id was added more than once; the message lists each one with its
    /// types.</exception>
    public EncodeableTypeRegistry<TKey> Build()
    {
        var pools = new Dictionary<TKey, EncodeablePool>(_entries.Count, _comparer);
        List<string>? duplicates = null;
        foreach (KeyValuePair<TKey, EncodeablePool> entry in _entries)
        {
            if (pools.TryGetValue(entry.Key, out EncodeablePool? first))
                (duplicates ??= []).Add($"{entry.Key} ({first.Name}, {entry.Value.Name})");
            else
                pools.Add(entry.Key, entry.Value);
        }

        if (duplicates is not null)
            Throw.InvalidOperation($"Each type id can be added only once. Duplicates: {string.Join("; ", duplicates)}.");

        return new EncodeableTypeRegistry<TKey>(pools);
    }
}
