using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Reads numbers that are written as ASCII text and end with a delimiter.</summary>
internal static class AsciiNumber
{
    internal const int MaxLength = 256; // bytes without the delimiter
    internal const int MaxDelimiterLength = 16;

    /// <summary>Finds the delimiter.</summary>
    /// <param name="bytes">The bytes, beginning with the text.</param>
    /// <param name="delimiter">The delimiter.</param>
    /// <param name="maxLength">The maximum length of the text.</param>
    /// <returns>The length of the text; -1 if the delimiter can follow.</returns>
    internal static int LengthOf(ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> delimiter, int maxLength)
    {
        if (delimiter.IsEmpty)
            throw new ArgumentException("A delimiter has at least one byte.", nameof(delimiter));

        long searched = Math.Max(0, (long)maxLength + delimiter.Length);
        int length = bytes.Slice(0, (int)Math.Min(bytes.Length, searched)).IndexOf(delimiter);
        if (length < 0 && bytes.Length >= searched)
            ThrowTooLong(maxLength);

        return length;
    }

    /// <summary>Reads a number and its delimiter.</summary>
    /// <returns>The number of bytes read; -1 if more are needed.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Read<T>(ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> delimiter, char format, out T value)
        where T : unmanaged
    {
        if (delimiter.Length > MaxDelimiterLength)
            throw new ArgumentException($"A delimiter has at most {MaxDelimiterLength} bytes.", nameof(delimiter));

        int length = LengthOf(bytes, delimiter, MaxLength);
        if (length < 0)
        {
            if (!IsSupported<T>())
                ThrowNoNumber(typeof(T));

            value = default;
            return -1;
        }

        if (!TryParse(bytes.Slice(0, length), format, out value))
            ThrowNotValid(length, typeof(T));

        return length + delimiter.Length;
    }

    private static bool IsSupported<T>() => ByteOrder.IsNumber<T>() || typeof(T) == typeof(decimal);

    private static bool TryParse<T>(ReadOnlySpan<byte> text, char format, out T value) where T : unmanaged
    {
        value = default;
        bool isParsed;
        int length;
        if (typeof(T) == typeof(byte))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, byte>(ref value), out length, format);
        else if (typeof(T) == typeof(sbyte))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, sbyte>(ref value), out length, format);
        else if (typeof(T) == typeof(short))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, short>(ref value), out length, format);
        else if (typeof(T) == typeof(ushort))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, ushort>(ref value), out length, format);
        else if (typeof(T) == typeof(int))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, int>(ref value), out length, format);
        else if (typeof(T) == typeof(uint))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, uint>(ref value), out length, format);
        else if (typeof(T) == typeof(long))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, long>(ref value), out length, format);
        else if (typeof(T) == typeof(ulong))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, ulong>(ref value), out length, format);
        else if (typeof(T) == typeof(float))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, float>(ref value), out length, format);
        else if (typeof(T) == typeof(double))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, double>(ref value), out length, format);
        else if (typeof(T) == typeof(decimal))
            isParsed = Utf8Parser.TryParse(text, out Unsafe.As<T, decimal>(ref value), out length, format);
        else
            return ThrowNoNumber(typeof(T));

        return isParsed && length == text.Length;
    }

    [DoesNotReturn]
    private static bool ThrowNoNumber(Type type) => throw new NotSupportedException(
        $"'{type}' is not read from text. Use an integer of 8 to 64 bits, float, double, or decimal.");

    [DoesNotReturn]
    private static void ThrowNotValid(int length, Type type) =>
        throw new InvalidDataException($"{Quantity.Of(length, "byte")} of text are not a number of type '{type}'.");

    [DoesNotReturn]
    private static void ThrowTooLong(int maxLength) =>
        throw new InvalidDataException($"No delimiter follows within the limit of {Quantity.Of(maxLength, "byte")}.");
}
