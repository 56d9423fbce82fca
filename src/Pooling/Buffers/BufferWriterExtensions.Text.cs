using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public static partial class BufferWriterExtensions
{
    private const int MaxBytesOfChar = 3; // a pair of surrogates takes 4, which is less for each of the two

    // The number of characters passed to other writers at a time: at most 3 KB of room, which any writer can provide.
    private const int Piece = 1024;

    // The number of characters counted at a time, so that the bytes fit an int.
    private const int CountedPiece = int.MaxValue / MaxBytesOfChar;

    /// <summary>Writes text as UTF-8, without a length and without a byte order mark.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="text">The text, which must not be in the writer's own memory. Lone surrogates are replaced with
    /// U+FFFD, as <c>Encoding.UTF8</c> does.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <remarks>A <see cref="PooledArrayBufferWriter{T}"/> grows only if the bytes do not fit. Other writers get long
    /// text in pieces, which never split a surrogate pair.</remarks>
    public static long WriteUtf8(this IBufferWriter<byte> writer, ReadOnlySpan<char> text)
    {
        if (writer is not PooledArrayBufferWriter<byte> own)
            return WriteUtf8ToOther(writer, text);

        // Most text is ASCII: if one byte per character fits, counting first would be a wasted pass.
        if (own.FreeCapacity < text.Length || text.IsEmpty
            || !Utf8Text.TryEncode(text, own.GetSpan(text.Length), out int bytes))
        {
            return WriteUtf8ToFull(own, text);
        }

        own.Advance(bytes);
        return bytes;
    }

    /// <summary>Writes text as UTF-8, without a length and without a byte order mark.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="text">The text; <see langword="null"/> writes nothing. Lone surrogates are replaced with
    /// U+FFFD.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <remarks>For compilers that cannot convert a string to a span, as those before C# 14 for
    /// netstandard2.0.</remarks>
    public static long WriteUtf8(this IBufferWriter<byte> writer, string? text) => writer.WriteUtf8(text.AsSpan());

    /// <summary>The bytes may not fit: counts them first, so that the writer does not grow needlessly.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteUtf8ToFull(PooledArrayBufferWriter<byte> writer, ReadOnlySpan<char> text)
    {
        if (text.IsEmpty)
            return 0;

        // No writer holds int.MaxValue bytes, so this is refused like any other excessive length.
        Span<byte> room = writer.GetSpan((int)Math.Min(CountUtf8(text), int.MaxValue));
        int bytes = Utf8Text.Encode(text, room);
        writer.Advance(bytes);
        return bytes;
    }

    private static long CountUtf8(ReadOnlySpan<char> text)
    {
        long bytes = 0;
        while (!text.IsEmpty)
        {
            int length = LengthOfPiece(text, CountedPiece);
            bytes += Utf8Text.CountBytes(text.Slice(0, length));
            text = text.Slice(length);
        }

        return bytes;
    }

    private static long WriteUtf8ToOther(IBufferWriter<byte> writer, ReadOnlySpan<char> text)
    {
        ArgumentNullException.ThrowIfNull(writer);

        long bytes = 0;
        while (!text.IsEmpty)
        {
            int length = LengthOfPiece(text, Piece);
            bytes += WritePiece(writer, text.Slice(0, length));
            text = text.Slice(length);
        }

        return bytes;
    }

    private static int WritePiece(IBufferWriter<byte> writer, ReadOnlySpan<char> text)
    {
        Span<byte> room = writer.GetSpan(text.Length); // each character takes at least one byte
        if (room.Length < text.Length * MaxBytesOfChar)
        {
            int needed = Utf8Text.CountBytes(text);
            if (room.Length < needed)
                room = writer.GetSpan(needed);

            if (room.Length < needed)
                return WritePieceThroughStack(writer, text, needed);
        }

        int bytes = Utf8Text.Encode(text, room);
        writer.Advance(bytes);
        return bytes;
    }

    /// <summary>For writers that return less than they are asked for.</summary>
    private static int WritePieceThroughStack(IBufferWriter<byte> writer, ReadOnlySpan<char> text, int needed)
    {
        Span<byte> bytes = stackalloc byte[Piece * MaxBytesOfChar];
        bytes = bytes.Slice(0, needed);
        Utf8Text.Encode(text, bytes);
        writer.Write(bytes);
        return needed;
    }

    private static int LengthOfPiece(ReadOnlySpan<char> text, int most)
    {
        if (text.Length <= most)
            return text.Length;

        return char.IsHighSurrogate(text[most - 1]) && char.IsLowSurrogate(text[most]) ? most - 1 : most;
    }
}
