using System.Runtime.CompilerServices;

namespace Pooling.Internal.Polyfills;

/// <summary>Formats values without a temporary string where the framework supports that. Before .NET 8 it does not, and
/// callers use the string.</summary>
internal static class Utf8Format
{
    /// <summary>Whether the values of a type are known to write as many bytes as they claim.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsTrusted<T>() => typeof(T).IsValueType && OfFramework<T>.Value;

#if NETSTANDARD2_0
    internal static bool FormatsToUtf8<T>(T value) => false;

    internal static bool FormatsToChars<T>(T value) => false;

    internal static bool TryFormat<T>(
        T value, string? format, IFormatProvider? provider, Span<byte> room, out int bytes)
    {
        bytes = 0;
        return false;
    }

    internal static bool TryFormat<T>(
        T value, string? format, IFormatProvider? provider, Span<char> room, out int chars)
    {
        chars = 0;
        return false;
    }
#else
    /// <summary>Whether a value formats itself as UTF-8. A character does as well, but throws if it is a lone
    /// surrogate.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool FormatsToUtf8<T>(T value) =>
        typeof(T).IsValueType ? typeof(T) != typeof(char)
            && value is IUtf8SpanFormattable : value is IUtf8SpanFormattable and not char;

    internal static bool FormatsToChars<T>(T value) => typeof(T).IsEnum || value is ISpanFormattable;

    /// <param name="value">A value for which <see cref="FormatsToUtf8"/> is true.</param>
    /// <param name="format">The format; <see langword="null"/> for the default one.</param>
    /// <param name="provider">The culture; <see langword="null"/> for the current one.</param>
    /// <param name="room">The destination.</param>
    /// <param name="bytes">The number of bytes that the value claims to have written; not validated.</param>
    /// <returns><see langword="false"/> if there was not enough room.</returns>
    internal static bool TryFormat<T>(
        T value, string? format, IFormatProvider? provider, Span<byte> room, out int bytes) =>
        ((IUtf8SpanFormattable)value!).TryFormat(room, out bytes, format, provider);

    /// <param name="value">A value for which <see cref="FormatsToChars"/> is true.</param>
    /// <param name="format">The format; <see langword="null"/> for the default one.</param>
    /// <param name="provider">The culture; <see langword="null"/> for the current one.</param>
    /// <param name="room">The destination.</param>
    /// <param name="chars">The number of characters that the value claims to have written; not validated.</param>
    /// <returns><see langword="false"/> if there was not enough room.</returns>
    internal static bool TryFormat<T>(
        T value, string? format, IFormatProvider? provider, Span<char> room, out int chars)
    {
        if (!typeof(T).IsEnum)
            return ((ISpanFormattable)value!).TryFormat(room, out chars, format, provider);

        // The only path to an enum's own formatting that needs neither the enum constraint nor a box.
        var handler = new MemoryExtensions.TryWriteInterpolatedStringHandler(
            literalLength: 0, formattedCount: 1, room, provider, out _);
        handler.AppendFormatted(value, format);
        return room.TryWrite(provider, ref handler, out chars);
    }
#endif

    // A constant once the method is optimized. Not generic types: a nullable value formats as what it holds.
    private static class OfFramework<T>
    {
        internal static readonly bool Value = typeof(T).Assembly == typeof(int).Assembly && !typeof(T).IsGenericType;
    }
}
