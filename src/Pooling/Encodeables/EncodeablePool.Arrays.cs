using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <content>Arrays that objects own, either in a <see cref="PooledArray{T}"/> or next to a count.</content>
public abstract partial class EncodeablePool
{
    /// <summary>Rents an array for an object that is not rented through a scope. Store it in the object, which returns
    /// it together with itself.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="length">The number of items to expose, 0 or more. Their initial values are whatever the pool left
    /// in the array, or null references.</param>
    /// <param name="maxLength">The maximum number of items to accept here. A decoder can derive it from the number of
    /// bytes left.</param>
    /// <returns>The array.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or greater than
    /// <paramref name="maxLength"/>; nothing was rented.</exception>
    /// <remarks>Only one object may refer to it: the return of the first one ends its rental, and that of another one
    /// would take it away from its next renter. Set the other references to <see langword="null"/> before
    /// that.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static PooledArray<TItem> RentArray<TItem>(int length, int maxLength = PooledScope.DefaultMaxLength)
    {
        PooledScope.CheckLength(length, maxLength);

        return PooledArrayType<TItem>.Unscoped.Shared.Rent(length);
    }

    /// <summary>Rents the array of a member whose length is stored in another member. Called by generated code for
    /// members with <see cref="RentedArrayAttribute"/>, and available to hand-written code.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="rented">A field of the object that is used for nothing else. It stores the array until
    /// <see cref="ReturnArray{TItem}(ref TItem[], TItem[])"/>. An array that it already stores is left to the garbage
    /// collector, because it may still be in use.</param>
    /// <param name="length">The number of items to use, 0 or more. If 0, nothing is rented.</param>
    /// <param name="maxLength">The maximum number of items to accept here. A decoder can derive it from the number of
    /// bytes left.</param>
    /// <returns>An array of at least <paramref name="length"/> items. Their initial values are whatever the pool left
    /// in the array, or null references.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or greater than
    /// <paramref name="maxLength"/>; nothing was rented.</exception>
    public static TItem[] RentArray<TItem>(
        ref TItem[]? rented, int length, int maxLength = PooledScope.DefaultMaxLength)
    {
        PooledScope.CheckLength(length, maxLength);
        if (length == 0)
        {
            rented = null;
            return [];
        }

        TItem[] array = RentedArray.Rent(ArrayPool<TItem>.Shared, length);
        if (RuntimeHelpers.IsReferenceOrContainsReferences<TItem>())
        {
            // others may have left references in the array pool's array, which must not be mistaken for the object's
            // own
            Array.Clear(array, 0, array.Length);
        }

        rented = array;
        return array;
    }

    /// <summary>Rents the array of a member as the other overload does, or uses the one again that has stayed with the
    /// object since <see cref="ReturnArray{TItem}(ref TItem[], ref bool, TItem[], ref EncodeableState)"/>.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="rented">A field of the object that is used for nothing else. It stores the array. An array that it
    /// already stores, and that is not idle, is left to the garbage collector, because it may still be in use.</param>
    /// <param name="isIdle">Another such field. It stores whether the array stays with the object although no renter
    /// uses it.</param>
    /// <param name="length">The number of items to use, 0 or more. If 0, nothing is rented.</param>
    /// <param name="maxLength">The maximum number of items to accept here. A decoder can derive it from the number of
    /// bytes left.</param>
    /// <returns>An array of at least <paramref name="length"/> items. Their initial values are whatever was left in the
    /// array, or null references.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or greater than
    /// <paramref name="maxLength"/>; nothing was rented.</exception>
    public static TItem[] RentArray<TItem>(ref TItem[]? rented, ref bool isIdle, int length,
        int maxLength = PooledScope.DefaultMaxLength)
    {
        if (!isIdle)
            return RentArray(ref rented, length, maxLength);

        PooledScope.CheckLength(length, maxLength);
        if (length == 0)
            return [];

        TItem[] idle = rented!;
        if (idle.Length >= length)
        {
            isIdle = false;
            return idle;
        }

        TItem[] array = RentArray(ref rented, length, maxLength); // may throw: nothing has changed yet
        isIdle = false;
        RentedArray.Return(ArrayPool<TItem>.Shared, idle, clear: 0);
        return array;
    }

    /// <summary>Returns the array of a member once. Called when the object is reset, before it resets the
    /// member.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="rented">The field that was passed to <see cref="RentArray{TItem}(ref TItem[], int, int)"/>.</param>
    /// <param name="held">The current value of the member. If it is another array, or <see langword="null"/>, nothing
    /// is returned: another array does not belong to the pool, and the rented one was taken out of the object and may
    /// still be in use.</param>
    /// <remarks>All items of an array of references are cleared, including those after the count.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ReturnArray<TItem>(ref TItem[]? rented, TItem[]? held)
    {
        TItem[]? array = rented;
        if (array is null)
            return;

        rented = null; // first, so that it is never returned more than once
        if (array == held)
        {
            RentedArray.Return(ArrayPool<TItem>.Shared, array,
                RuntimeHelpers.IsReferenceOrContainsReferences<TItem>() ? array.Length : 0);
        }
    }

    /// <summary>Leaves the array of a member with the object for its next renter if all arrays that stay with the
    /// object take up no more than 1 KB; otherwise returns it once. Called when the object is reset, before it resets
    /// the member.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="rented">The first field that was passed to
    /// <see cref="RentArray{TItem}(ref TItem[], ref bool, int, int)"/>.</param>
    /// <param name="isIdle">The second one.</param>
    /// <param name="held">The current value of the member. If it is another array, or <see langword="null"/>, nothing
    /// is returned: another array does not belong to the pool, and the rented one was taken out of the object and may
    /// still be in use.</param>
    /// <param name="state">The field that <see cref="IPooledEncodeable.PoolState"/> returns, after
    /// <see cref="BeginReset"/>.</param>
    /// <remarks>All items of an array of references are cleared, including those after the count. An array that stays
    /// with an object that its pool drops is left to the garbage collector. In
    /// <see cref="Diagnostics.PoolingMode.Version"/>, none stays.</remarks>
    public static void ReturnArray<TItem>(
        ref TItem[]? rented, ref bool isIdle, TItem[]? held, ref EncodeableState state)
    {
        TItem[]? array = rented;
        if (array is null)
            return;

        long bytes = (long)array.Length * Unsafe.SizeOf<TItem>();
        if ((isIdle || array == held) && KeptMemory.TryKeepArray(ref state, bytes))
        {
            if (!isIdle && RuntimeHelpers.IsReferenceOrContainsReferences<TItem>())
                Array.Clear(array, 0, array.Length);

            isIdle = true;
            return;
        }

        if (isIdle)
        {
            isIdle = false;
            held = array;
        }

        ReturnArray(ref rented, held);
    }
}
