using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <content>Arrays that objects own: in an owner of their own, or beside a count.</content>
public abstract partial class EncodeablePool
{
    /// <summary>Rents an array for an object that is not rented through a scope: put it into the object, which returns it with
    /// itself.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="length">The items to show, 0 or more. What they hold is whatever the pool left in them, or null references.</param>
    /// <param name="maxLength">The most items that are sensible here. A decoder knows it from the bytes that are left.</param>
    /// <returns>The array.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or more than <paramref name="maxLength"/>;
    /// nothing was rented.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static PooledArray<TItem> RentArray<TItem>(int length, int maxLength = PooledScope.DefaultMaxLength)
    {
        PooledScope.CheckLength(length, maxLength);

        return PooledArrayType<TItem>.Shared.Rent(length);
    }

    /// <summary>Rents the array of a member whose length stands in another member. Generated code calls it for members with
    /// <see cref="RentedArrayAttribute"/>; it is there for code that is written by hand.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="rented">A field of the object that nothing else uses: it remembers the array until <see cref="ReturnArray{TItem}"/>. An
    /// array that it remembers already is left to the garbage collector, since somebody may still use it.</param>
    /// <param name="length">The items to be used, 0 or more. With 0 nothing is rented.</param>
    /// <param name="maxLength">The most items that are sensible here. A decoder knows it from the bytes that are left.</param>
    /// <returns>An array of at least <paramref name="length"/> items. They are whatever the pool left in them, or null
    /// references.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or more than <paramref name="maxLength"/>;
    /// nothing was rented.</exception>
    public static TItem[] RentArray<TItem>(ref TItem[]? rented, int length, int maxLength = PooledScope.DefaultMaxLength)
    {
        PooledScope.CheckLength(length, maxLength);
        if (length == 0)
        {
            rented = null;
            return [];
        }

        TItem[] array = RentedArray.Rent(ArrayPool<TItem>.Shared, length);
        if (RuntimeHelpers.IsReferenceOrContainsReferences<TItem>())
            // others who use the array pool may have left references, which nobody here shall take for an object's own
            Array.Clear(array, 0, array.Length);

        rented = array;
        return array;
    }

    /// <summary>Returns the array of a member, once: called by the reset of the object, before it sets the member back.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="rented">The field that <see cref="RentArray{TItem}(ref TItem[], int, int)"/> was given.</param>
    /// <param name="held">What the member holds now. If that is another array, or none, nothing is returned: the array of somebody else is
    /// not the pool's, and the rented one was taken out of the object by somebody who may still use it.</param>
    /// <remarks>All items of an array of references are cleared, also those after the count.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ReturnArray<TItem>(ref TItem[]? rented, TItem[]? held)
    {
        TItem[]? array = rented;
        if (array is null)
            return;

        rented = null; // first: whatever happens, it is returned no more than once
        if (array == held)
            RentedArray.Return(ArrayPool<TItem>.Shared, array, RuntimeHelpers.IsReferenceOrContainsReferences<TItem>() ? array.Length : 0);
    }
}
