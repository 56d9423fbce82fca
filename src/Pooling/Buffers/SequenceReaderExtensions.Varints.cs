using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Variable-length integers, in the format of <see cref="BufferReader"/>.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read an unsigned 32-bit integer from a varint of 1 to 5 bytes.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 5 bytes or 32 bits.</exception>
    public static bool TryReadVarint32(this ref SequenceReader<byte> reader, out uint value)
    {
        bool isRead = TryReadVarint(ref reader, Varint.Longest32, out ulong wide);
        value = (uint)wide;
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 64-bit integer from a varint of 1 to 10 bytes.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 10 bytes or 64 bits.</exception>
    public static bool TryReadVarint64(this ref SequenceReader<byte> reader, out ulong value) =>
        TryReadVarint(ref reader, Varint.Longest, out value);

    /// <summary>Attempts to read a signed 32-bit integer from a zigzag varint of 1 to 5 bytes (0, 1, 2, 3 decode to 0,
    /// -1, 1, -2).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 5 bytes or 32 bits.</exception>
    public static bool TryReadZigZagVarint32(this ref SequenceReader<byte> reader, out int value)
    {
        bool isRead = reader.TryReadVarint32(out uint zigZag);
        value = Varint.UnZigZag(zigZag);
        return isRead;
    }

    /// <summary>Attempts to read a signed 64-bit integer from a zigzag varint of 1 to 10 bytes (0, 1, 2, 3 decode to 0,
    /// -1, 1, -2).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 10 bytes or 64 bits.</exception>
    public static bool TryReadZigZagVarint64(this ref SequenceReader<byte> reader, out long value)
    {
        bool isRead = reader.TryReadVarint64(out ulong zigZag);
        value = Varint.UnZigZag(zigZag);
        return isRead;
    }

    /// <summary>Most varints have one byte; longer ones are read out of line.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadVarint(ref SequenceReader<byte> reader, int longest, out ulong value)
    {
        ReadOnlySpan<byte> span = reader.UnreadSpan;
        if (span.IsEmpty || span[0] >= Varint.More)
            return TryReadLongVarint(ref reader, longest, out value);

        value = span[0];
        reader.Advance(1);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReadLongVarint(ref SequenceReader<byte> reader, int longest, out ulong value)
    {
        Varint read = Varint.Get(reader.UnreadSpan, 0, longest);
        if (read.Length == 0 && reader.UnreadSpan.Length < longest)
        {
            Span<byte> bytes = stackalloc byte[Varint.Longest];
            bytes = bytes.Slice(0, (int)Math.Min(longest, reader.Remaining));
            reader.TryCopyTo(bytes);
            read = Varint.Get(bytes, 0, longest);
        }

        value = read.Value;
        reader.Advance(read.Length);
        return read.Length != 0;
    }
}
