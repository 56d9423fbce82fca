using System.ComponentModel;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <content>Nested arrays and the items in them.</content>
public partial struct NestedVisitor
{
    /// <summary>Visits the nested objects in a nested array, and the array.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    public void VisitItems<T>(PooledArray<T>? array) where T : class, IPooledEncodeable
    {
        if (array is null || !TakesItems)
            return;

        VisitItems(array, out Span<T> items);
        VisitItems<T>(items);
        Visit(array);
    }

    /// <summary>Visits the nested objects in an array whose length is stored separately.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="items">The array, or <see langword="null"/>. Its items can be <see langword="null"/>.</param>
    /// <param name="count">The number of items in use. If it is greater than the length of the array, all items are
    /// visited; if negative, none.</param>
    public void VisitItems<T>(T[]? items, int count) where T : class, IPooledEncodeable
    {
        if (items is not null)
            VisitItems(new ReadOnlySpan<T>(items, 0, Math.Min(Math.Max(count, 0), items.Length)));
    }

    /// <summary>Visits nested objects.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="items">The objects. They can be <see langword="null"/>.</param>
    public void VisitItems<T>(ReadOnlySpan<T> items) where T : class, IPooledEncodeable
    {
        foreach (T? item in items)
            Visit(item);
    }

    /// <summary>Gives the caller the items of a nested array to visit, before the array. Called by generated code for
    /// arrays of structs.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    /// <param name="items">The items; none if the array has ended or has another holder.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly void VisitItems<T>(PooledArray<T>? array, out Span<T> items)
    {
        // its holder first: another one may be changing the items
        if (array is null || (array.IsPooled && !TakesItemsOf(array)) || !array.TryGetSpan(out items))
            items = default;
    }

    /// <summary>Returns whether the items of an array from a pool are those of the visited object.</summary>
    private readonly bool TakesItemsOf<T>(PooledArray<T> array)
    {
        if (_purpose != Purpose.Return)
            return _purpose == Purpose.Detach; // the scope knows which items it holds

        // pairs with the write in Give, and with the compare-and-swaps
        int holder = EncodeableWord.HolderOf(Volatile.Read(ref array.Word));
        return holder switch
        {
            EncodeableWord.Part => array.Slot == _mark,
            EncodeableWord.Bare => true,
            // of the scope that ends, with what a part of a list has put into it; or in its pool, without items
            _ => _isOfParts || _resets is not null,
        };
    }
}
