using System.Collections;
using System.Collections.Immutable;

namespace Pooling.Analyzers.Model;

/// <summary>An immutable array that compares by items, so that the steps of a generator stop where nothing
/// changed.</summary>
internal readonly struct EquatableArray<T>(ImmutableArray<T> items) : IEquatable<EquatableArray<T>>, IReadOnlyList<T>
    where T : IEquatable<T>
{
    private readonly ImmutableArray<T> _items = items;

    internal EquatableArray(IEnumerable<T> items) : this(items.ToImmutableArray())
    {
    }

    public int Count => _items.IsDefault ? 0 : _items.Length;

    public T this[int index] => _items[index];

    public bool Equals(EquatableArray<T> other)
    {
        if (Count != other.Count)
            return false;

        for (int i = 0; i < Count; i++)
        {
            if (!this[i].Equals(other[i]))
                return false;
        }

        return true;
    }

    public override bool Equals(object? obj) => obj is EquatableArray<T> other && Equals(other);

    public override int GetHashCode()
    {
        int hash = 17;
        foreach (T item in this)
            hash = unchecked((hash * 31) + item.GetHashCode());

        return hash;
    }

    public IEnumerator<T> GetEnumerator()
    {
        for (int i = 0; i < Count; i++)
            yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
