using System.Runtime.CompilerServices;

namespace Pooling.Testing;

/// <summary>Fills arrays with a pattern, and finds what is no longer part of it. Items that hold references are cleared
/// instead, and the pattern is 0.</summary>
internal static class MemoryPattern
{
    /// <summary>Fills a part of an array.</summary>
    internal static unsafe void Fill<T>(T[] array, int start, int count, byte pattern)
    {
        if (count == 0)
            return;

        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            Array.Clear(array, start, count);
            return;
        }

        fixed (byte* bytes = &Unsafe.As<T, byte>(ref array[start]))
        {
            long left = (long)count * Unsafe.SizeOf<T>();
            for (byte* at = bytes; left > 0; at += int.MaxValue, left -= int.MaxValue)
                new Span<byte>(at, (int)Math.Min(left, int.MaxValue)).Fill(pattern);
        }
    }

    /// <summary>Returns the index of the first item of a part of an array that has another value.</summary>
    /// <returns>-1 if there is none.</returns>
    internal static unsafe int FirstDifference<T>(T[] array, int start, int count, byte pattern)
    {
        if (count == 0)
            return -1;

        byte expected = RuntimeHelpers.IsReferenceOrContainsReferences<T>() ? (byte)0 : pattern;
        fixed (byte* bytes = &Unsafe.As<T, byte>(ref array[start]))
        {
            long length = (long)count * Unsafe.SizeOf<T>();
            if (bytes[0] == expected && IsUniform(bytes, length))
                return -1;

            for (long at = 0; at < length; at++)
            {
                if (bytes[at] != expected)
                    return start + (int)(at / Unsafe.SizeOf<T>());
            }
        }

        return -1;
    }

    // Each byte equals the next one. Long arrays are compared in blocks, because the length of a span is an int.
    private static unsafe bool IsUniform(byte* bytes, long length)
    {
        const int block = 1 << 30;
        for (long at = 0; at < length - 1; at += block)
        {
            int count = (int)Math.Min(block, length - 1 - at);
            if (!new ReadOnlySpan<byte>(bytes + at, count).SequenceEqual(new ReadOnlySpan<byte>(bytes + at + 1, count)))
                return false;
        }

        return true;
    }
}
