namespace Pooling.Encodeables;

/// <summary>Collects activators by type id.</summary>
/// <typeparam name="TKey">The type id: a number, a node id, a text.</typeparam>
/// <remarks>
/// <para>Thread safety: one thread at a time.</para>
/// <para>Allocation: freely; it is used once, at the start.</para>
/// </remarks>
public sealed class EncodeableTypeRegistryBuilder<TKey> where TKey : notnull, IEquatable<TKey>
{
    private readonly List<KeyValuePair<TKey, PooledEncodeableType>> _entries = [];

    /// <summary>Adds an activator. One activator may have several type ids.</summary>
    /// <param name="key">The type id.</param>
    /// <param name="type">The activator.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="type"/> is <see langword="null"/>.</exception>
    public EncodeableTypeRegistryBuilder<TKey> Add(TKey key, PooledEncodeableType type)
    {
        if (key is null)
            Throw.ArgumentNull(nameof(key));

        ArgumentNullException.ThrowIfNull(type);

        _entries.Add(new KeyValuePair<TKey, PooledEncodeableType>(key, type));
        return this;
    }

    /// <summary>Makes a registry of what was added so far; what is added later does not change it.</summary>
    /// <returns>The registry.</returns>
    /// <exception cref="InvalidOperationException">Type ids were added twice; the message names each with its types.</exception>
    public EncodeableTypeRegistry<TKey> Build()
    {
        var types = new Dictionary<TKey, PooledEncodeableType>(_entries.Count);
        List<string>? duplicates = null;
        foreach (KeyValuePair<TKey, PooledEncodeableType> entry in _entries)
        {
            if (types.TryGetValue(entry.Key, out PooledEncodeableType? first))
                (duplicates ??= []).Add($"{entry.Key} ({first.Name}, {entry.Value.Name})");
            else
                types.Add(entry.Key, entry.Value);
        }

        if (duplicates is not null)
            Throw.InvalidOperation($"Type ids were added twice: {string.Join("; ", duplicates)}.");

        return new EncodeableTypeRegistry<TKey>(types);
    }
}
