using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text and bytes with a length prefix.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes text as UTF-8, preceded by its length in bytes.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="text">The text, which must not be in the writer's own memory. Lone surrogates are replaced with
    /// U+FFFD, as <c>Encoding.UTF8</c> does.</param>
    /// <param name="prefix">The format of the length.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The prefix cannot hold the length of <paramref name="text"/>, or
    /// <paramref name="prefix"/> is not defined; nothing was written.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WritePrefixedUtf8(this IBufferWriter<byte> writer, ReadOnlySpan<char> text, LengthPrefix prefix)
    {
        switch (prefix)
        {
            case LengthPrefix.UInt16BigEndian:
                WritePrefixedUtf8<LengthPrefixFormat.UInt16BigEndian>(writer, text);
                break;
            case LengthPrefix.UInt16LittleEndian:
                WritePrefixedUtf8<LengthPrefixFormat.UInt16LittleEndian>(writer, text);
                break;
            case LengthPrefix.Int32BigEndian:
                WritePrefixedUtf8<LengthPrefixFormat.Int32BigEndian>(writer, text);
                break;
            case LengthPrefix.Int32LittleEndian:
                WritePrefixedUtf8<LengthPrefixFormat.Int32LittleEndian>(writer, text);
                break;
            case LengthPrefix.Varint:
                WritePrefixedUtf8<LengthPrefixFormat.Varint>(writer, text);
                break;
            default:
                LengthPrefixFormat.ThrowUndefined(prefix);
                break;
        }
    }

    /// <summary>Writes bytes, preceded by their number.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="bytes">The bytes, which must not be in the writer's own memory.</param>
    /// <param name="prefix">The format of the length.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The prefix cannot hold the number of <paramref name="bytes"/>, or
    /// <paramref name="prefix"/> is not defined; nothing was written.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WritePrefixedBytes(
        this IBufferWriter<byte> writer, ReadOnlySpan<byte> bytes, LengthPrefix prefix)
    {
        switch (prefix)
        {
            case LengthPrefix.UInt16BigEndian:
                WritePrefixedBytes<LengthPrefixFormat.UInt16BigEndian>(writer, bytes);
                break;
            case LengthPrefix.UInt16LittleEndian:
                WritePrefixedBytes<LengthPrefixFormat.UInt16LittleEndian>(writer, bytes);
                break;
            case LengthPrefix.Int32BigEndian:
                WritePrefixedBytes<LengthPrefixFormat.Int32BigEndian>(writer, bytes);
                break;
            case LengthPrefix.Int32LittleEndian:
                WritePrefixedBytes<LengthPrefixFormat.Int32LittleEndian>(writer, bytes);
                break;
            case LengthPrefix.Varint:
                WritePrefixedBytes<LengthPrefixFormat.Varint>(writer, bytes);
                break;
            default:
                LengthPrefixFormat.ThrowUndefined(prefix);
                break;
        }
    }

    /// <summary>Writes text as UTF-8, preceded by its length in bytes.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="text">The text; <see langword="null"/> is written as an empty text. Lone surrogates are replaced
    /// with U+FFFD.</param>
    /// <param name="prefix">The format of the length.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The prefix cannot hold the length of <paramref name="text"/>, or
    /// <paramref name="prefix"/> is not defined; nothing was written.</exception>
    /// <remarks>For compilers that cannot convert a string to a span, as those before C# 14 for
    /// netstandard2.0.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WritePrefixedUtf8(this IBufferWriter<byte> writer, string? text, LengthPrefix prefix) =>
        writer.WritePrefixedUtf8(text.AsSpan(), prefix);

    private static void WritePrefixedUtf8<TPrefix>(IBufferWriter<byte> writer, ReadOnlySpan<char> text)
        where TPrefix : struct, ILengthPrefix
    {
        TPrefix prefix = default;
        if (writer is not PooledArrayBufferWriter<byte> own)
        {
            WritePrefixedUtf8ToOther<TPrefix>(writer, text);
            return;
        }

        // Most text is ASCII: one byte per character, so its length is known.
        int start = prefix.SizeOf(text.Length);
        if (own.TryGetSpanBehind(pending: 0, start + text.Length, out Span<byte> room)
            && Utf8Text.TryEncode(text, room.Slice(start), out int bytes)
            && bytes <= prefix.MaxLength
            && (prefix.SizeOf(bytes) == start || TryMoveUp(room, start, bytes)))
        {
            prefix.Put(room, bytes);
            own.Count(prefix.SizeOf(bytes) + bytes);
        }
        else
        {
            WritePrefixedUtf8ToFull<TPrefix>(own, text);
        }
    }

    /// <summary>Makes room for a length prefix that is one byte longer than it would be for ASCII text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryMoveUp(Span<byte> room, int start, int bytes)
    {
        if (bytes >= room.Length - start)
            return false;

        room.Slice(start, bytes).CopyTo(room.Slice(start + 1));
        return true;
    }

    /// <summary>The bytes may not fit, or be too many: counts them first, so that the writer does not grow
    /// needlessly.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WritePrefixedUtf8ToFull<TPrefix>(PooledArrayBufferWriter<byte> writer, ReadOnlySpan<char> text)
        where TPrefix : struct, ILengthPrefix
    {
        writer.ThrowIfClosed();
        TPrefix prefix = default;
        int bytes = CountUtf8(text, prefix.MaxLength);
        int start = prefix.SizeOf(bytes);

        // No writer holds int.MaxValue bytes, so this is refused like any other excessive length.
        Span<byte> room = writer.GetSpan((int)Math.Min((long)start + bytes, int.MaxValue));
        prefix.Put(room, bytes);
        Utf8Text.Encode(text, room.Slice(start));
        writer.Advance(start + bytes);
    }

    private static void WritePrefixedUtf8ToOther<TPrefix>(IBufferWriter<byte> writer, ReadOnlySpan<char> text)
        where TPrefix : struct, ILengthPrefix
    {
        ArgumentNullException.ThrowIfNull(writer);

        TPrefix prefix = default;
        int bytes = CountUtf8(text, prefix.MaxLength);
        int start = prefix.SizeOf(bytes);
        if (bytes <= Piece * MaxBytesOfChar)
        {
            Span<byte> room = writer.GetSpan(start + bytes);
            if (room.Length >= start + bytes)
            {
                prefix.Put(room, bytes);
                Utf8Text.Encode(text, room.Slice(start));
                writer.Advance(start + bytes);
                return;
            }
        }

        WritePrefixToOther<TPrefix>(writer, bytes);
        WriteUtf8ToOther(writer, text);
    }

    private static void WritePrefixedBytes<TPrefix>(IBufferWriter<byte> writer, ReadOnlySpan<byte> bytes)
        where TPrefix : struct, ILengthPrefix
    {
        ArgumentNullException.ThrowIfNull(writer);
        TPrefix prefix = default;
        if (bytes.Length > prefix.MaxLength)
            ThrowTooLong(nameof(bytes), bytes.Length, prefix.MaxLength);

        if (writer is PooledArrayBufferWriter<byte> own)
        {
            int start = prefix.SizeOf(bytes.Length);
            Span<byte> room = own.GetSpan((int)Math.Min((long)start + bytes.Length, int.MaxValue));
            prefix.Put(room, bytes.Length);
            bytes.CopyTo(room.Slice(start));
            own.Advance(start + bytes.Length);
        }
        else
        {
            WritePrefixToOther<TPrefix>(writer, bytes.Length);
            if (!bytes.IsEmpty) // otherwise it would ask for room, which a full writer refuses
                writer.Write(bytes);
        }
    }

    private static void WritePrefixToOther<TPrefix>(IBufferWriter<byte> writer, int length)
        where TPrefix : struct, ILengthPrefix
    {
        TPrefix prefix = default;
        Span<byte> bytes = stackalloc byte[Varint.Longest];
        prefix.Put(bytes, length);
        WriteToOther(writer, bytes.Slice(0, prefix.SizeOf(length)));
    }

    private static int CountUtf8(ReadOnlySpan<char> text, int max)
    {
        long bytes = CountUtf8(text);
        if (bytes > max)
            ThrowTooLong(nameof(text), bytes, max);

        return (int)bytes;
    }

    [DoesNotReturn]
    private static void ThrowTooLong(string parameterName, long bytes, int max) =>
        Throw.ArgumentOutOfRange(
            parameterName, bytes, $"{bytes} bytes are too many for the length prefix, which can be at most {max}.");
}
