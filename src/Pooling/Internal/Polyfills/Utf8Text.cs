using System.Text;
#if !NETSTANDARD2_0
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>Encodes spans of text to UTF-8; lone surrogates become U+FFFD.</summary>
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

    /// <param name="text">What to encode.</param>
    /// <param name="room">Holds the encoded text at least.</param>
    internal static unsafe int Encode(ReadOnlySpan<char> text, Span<byte> room)
    {
        if (text.IsEmpty)
            return 0;

        fixed (char* chars = text)
        fixed (byte* bytes = room)
            return Encoding.UTF8.GetBytes(chars, text.Length, bytes, room.Length);
    }

    /// <param name="text">What to encode.</param>
    /// <param name="room">May be too short.</param>
    /// <param name="bytes">The bytes written.</param>
    /// <returns><see langword="false"/> if the room is too short; what is in it then has no meaning.</returns>
    internal static bool TryEncode(ReadOnlySpan<char> text, Span<byte> room, out int bytes)
    {
        bytes = CountBytes(text);
        if (bytes > room.Length)
            return false;

        Encode(text, room);
        return true;
    }
#else
    // Longer text is left to the encoding, whose vectors are wider.
    private const int ShortText = 128;

    internal static int CountBytes(ReadOnlySpan<char> text) => Encoding.UTF8.GetByteCount(text);

    internal static int CountChars(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetCharCount(utf8);

    /// <param name="text">What to encode.</param>
    /// <param name="room">Holds the encoded text at least.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Encode(ReadOnlySpan<char> text, Span<byte> room)
    {
        int narrowed = text.Length <= ShortText ? NarrowAscii(text, room) : 0;
        return narrowed == text.Length ? narrowed : narrowed + EncodeRest(text, room, narrowed);
    }

    /// <param name="text">What to encode.</param>
    /// <param name="room">May be too short.</param>
    /// <param name="bytes">The bytes written.</param>
    /// <returns><see langword="false"/> if the room is too short; what is in it then has no meaning.</returns>
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

    /// <summary>Copies characters up to the first that is not ASCII, or some before it. Most short text is ASCII, and the encoding's own
    /// way to find that out costs more than the copy.</summary>
    /// <returns>The characters copied. No surrogate is among them, so that no pair is split.</returns>
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

        // Whole vectors, then one that ends with the text and overlaps the one before it.
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
