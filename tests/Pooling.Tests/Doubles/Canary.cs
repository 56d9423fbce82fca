using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>The patterns that doubles leave in memory, so that a use at the wrong time is detected.</summary>
/// <remarks>Items that hold references have no pattern: memory of such items is cleared instead.</remarks>
internal static class Canary
{
    /// <summary>The value of each byte of memory that was just rented, like data of another user in it.</summary>
    internal const byte Fresh = 0xA5;

    /// <summary>The value of each byte of memory that was returned.</summary>
    internal const byte Returned = 0xDD;

    /// <summary>Fills memory with a pattern.</summary>
    /// <param name="items">The memory.</param>
    /// <param name="pattern">The value of each byte.</param>
    internal static void Fill<T>(Span<T> items, byte pattern) => items.Fill(Of<T>(pattern));

    /// <summary>Gets a value that indicates whether memory still contains only a pattern.</summary>
    /// <param name="items">The memory.</param>
    /// <param name="pattern">The value of each byte.</param>
    internal static bool IsIntact<T>(ReadOnlySpan<T> items, byte pattern)
    {
        T expected = Of<T>(pattern);
        foreach (T item in items)
        {
            if (!EqualityComparer<T>.Default.Equals(item, expected))
                return false;
        }

        return true;
    }

    private static T Of<T>(byte pattern)
    {
        T item = default!;
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            return item;

        Span<T> one = new T[1];
        ref byte bytes = ref Unsafe.As<T, byte>(ref one[0]); // in memory, because as a local, the optimizer treated a byte as negative
        for (int i = 0; i < Unsafe.SizeOf<T>(); i++)
            Unsafe.Add(ref bytes, i) = pattern;

        return one[0];
    }
}
