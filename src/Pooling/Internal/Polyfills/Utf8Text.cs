using System.Text;
#if !NETSTANDARD2_0
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text.Unicode;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>Encodes text as UTF-8, with lone surrogates replaced by U+FFFD, and decodes it.</summary>
internal static class Utf8Text
{
#if NETSTANDARD2_0
    internal static unsafe int CountBytes(ReadOnlySpan<char> text)
    {
        fixed (char* chars = text)
            return text.IsEmpty ? 0 : Encoding.UTF8.GetByteCount(chars, text.Length);
    }

    internal static unsafe int CountChars(ReadOnlySpan<byte> utf8)
    {
        fixed (byte* bytes = utf8)
            return utf8.IsEmpty ? 0 : Encoding.UTF8.GetCharCount(bytes, utf8.Length);
    }

    /// <returns><see langword="null"/> if the bytes are not valid UTF-8.</returns>
    internal static unsafe string? DecodeValid(ReadOnlySpan<byte> utf8)
    {
        if (!IsValid(utf8))
            return null;

        fixed (byte* bytes = utf8)
            return utf8.IsEmpty ? "" : Encoding.UTF8.GetString(bytes, utf8.Length);
    }

    private static bool IsValid(ReadOnlySpan<byte> utf8)
    {
        for (int at = 0; at < utf8.Length;)
        {
            int length = LengthOfValid(utf8.Slice(at));
            if (length == 0)
                return false;

            at += length;
        }

        return true;
    }

    /// <summary>Returns the length in bytes of the character at the start (Unicode 16, table 3-7), or 0 if it is not
    /// valid.</summary>
    private static int LengthOfValid(ReadOnlySpan<byte> utf8)
    {
        byte first = utf8[0];
        if (first < 0x80)
            return 1;

        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (first < 0xC2 || first > 0xF4 || utf8.Length < length)
            return 0;

        // The range of the second byte excludes overlong forms, surrogates, and code points above U+10FFFF.
        byte least = first == 0xE0 ? (byte)0xA0 : first == 0xF0 ? (byte)0x90 : (byte)0x80;
        byte most = first == 0xED ? (byte)0x9F : first == 0xF4 ? (byte)0x8F : (byte)0xBF;
        if (utf8[1] < least || utf8[1] > most)
            return 0;

        for (int i = 2; i < length; i++)
        {
            if ((utf8[i] & 0xC0) != 0x80)
                return 0;
        }

        return length;
    }

    /// <param name="text">The text to encode.</param>
    /// <param name="room">The destination, which is large enough.</param>
    internal static unsafe int Encode(ReadOnlySpan<char> text, Span<byte> room)
    {
        if (text.IsEmpty)
            return 0;

        fixed (char* chars = text)
        fixed (byte* bytes = room)
            return Encoding.UTF8.GetBytes(chars, text.Length, bytes, room.Length);
    }

    /// <param name="text">The text to encode.</param>
    /// <param name="room">The destination, which may be too short.</param>
    /// <param name="bytes">The number of bytes written.</param>
    /// <returns><see langword="false"/> if the destination is too short; its content is undefined then.</returns>
    internal static bool TryEncode(ReadOnlySpan<char> text, Span<byte> room, out int bytes)
    {
        bytes = CountBytes(text);
        if (bytes > room.Length)
            return false;

        Encode(text, room);
        return true;
    }
#else
    // Longer text goes to the encoding, whose vectors are wider.
    private const int ShortText = 128;

    internal static int CountBytes(ReadOnlySpan<char> text) => Encoding.UTF8.GetByteCount(text);

    internal static int CountChars(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetCharCount(utf8);

    /// <returns><see langword="null"/> if the bytes are not valid UTF-8.</returns>
    internal static string? DecodeValid(ReadOnlySpan<byte> utf8)
    {
        // ASCII text decodes as Latin-1, which needs no validation.
        if (Ascii.IsValid(utf8))
            return Encoding.Latin1.GetString(utf8);

        return Utf8.IsValid(utf8) ? Encoding.UTF8.GetString(utf8) : null;
    }

    /// <param name="text">The text to encode.</param>
    /// <param name="room">The destination, which is large enough.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Encode(ReadOnlySpan<char> text, Span<byte> room)
    {
        int narrowed = text.Length <= ShortText ? NarrowAscii(text, room) : 0;
        return narrowed == text.Length ? narrowed : narrowed + EncodeRest(text, room, narrowed);
    }

    /// <param name="text">The text to encode.</param>
    /// <param name="room">The destination, which may be too short.</param>
    /// <param name="bytes">The number of bytes written.</param>
    /// <returns><see langword="false"/> if the destination is too short; its content is undefined then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEncode(ReadOnlySpan<char> text, Span<byte> room, out int bytes)
    {
        bytes = text.Length <= ShortText ? NarrowAscii(text, room) : 0;
        return bytes == text.Length || TryEncodeRest(text, room, ref bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeRest(ReadOnlySpan<char> text, Span<byte> room, int from) =>
        Encoding.UTF8.GetBytes(text.Slice(from), room.Slice(from));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryEncodeRest(ReadOnlySpan<char> text, Span<byte> room, ref int bytes)
    {
        bool fits = Encoding.UTF8.TryGetBytes(text.Slice(bytes), room.Slice(bytes), out int more);
        bytes += more;
        return fits;
    }

    /// <summary>Copies characters up to the first non-ASCII one, or stops shortly before it. Most short text is ASCII,
    /// and the encoding's own check for that costs more than the copy.</summary>
    /// <returns>The number of characters copied. None of them is a surrogate, so no pair is split.</returns>
    private static int NarrowAscii(ReadOnlySpan<char> text, Span<byte> room)
    {
        int length = Math.Min(text.Length, room.Length);
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        ref byte target = ref MemoryMarshal.GetReference(room);
        int done = 0;
        if (!Vector128.IsHardwareAccelerated || length < Vector128<byte>.Count)
        {
            for (; done < length && text[done] < 0x80; done++)
                room[done] = (byte)text[done];

            return done;
        }

        // Whole vectors first, then one that ends with the text and overlaps its predecessor.
        for (int last = length - Vector128<byte>.Count; done < length; done += Vector128<byte>.Count)
        {
            nuint at = (nuint)Math.Min(done, last);
            Vector128<ushort> lower = Vector128.LoadUnsafe(ref source, at);
            Vector128<ushort> upper = Vector128.LoadUnsafe(ref source, at + (nuint)Vector128<ushort>.Count);
            if (((lower | upper) & Vector128.Create((ushort)0xFF80)) != Vector128<ushort>.Zero)
                return done;

            Vector128.Narrow(lower, upper).StoreUnsafe(ref target, at);
        }

        return length;
    }
#endif
}
