using System.Buffers;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Fixed-length integers.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read a signed 16-bit integer (2 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt16LittleEndian(this ref SequenceReader<byte> reader, out short value)
    {
        bool isRead = TryReadRaw(ref reader, out ushort raw);
        value = (short)LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a signed 16-bit integer (2 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt16BigEndian(this ref SequenceReader<byte> reader, out short value)
    {
        bool isRead = TryReadRaw(ref reader, out ushort raw);
        value = (short)BigEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 16-bit integer (2 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt16LittleEndian(this ref SequenceReader<byte> reader, out ushort value)
    {
        bool isRead = TryReadRaw(ref reader, out ushort raw);
        value = LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 16-bit integer (2 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt16BigEndian(this ref SequenceReader<byte> reader, out ushort value)
    {
        bool isRead = TryReadRaw(ref reader, out ushort raw);
        value = BigEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a signed 32-bit integer (4 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt32LittleEndian(this ref SequenceReader<byte> reader, out int value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = (int)LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a signed 32-bit integer (4 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt32BigEndian(this ref SequenceReader<byte> reader, out int value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = (int)BigEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 32-bit integer (4 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt32LittleEndian(this ref SequenceReader<byte> reader, out uint value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 32-bit integer (4 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt32BigEndian(this ref SequenceReader<byte> reader, out uint value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = BigEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a signed 64-bit integer (8 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt64LittleEndian(this ref SequenceReader<byte> reader, out long value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = (long)LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a signed 64-bit integer (8 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt64BigEndian(this ref SequenceReader<byte> reader, out long value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = (long)BigEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 64-bit integer (8 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt64LittleEndian(this ref SequenceReader<byte> reader, out ulong value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 64-bit integer (8 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt64BigEndian(this ref SequenceReader<byte> reader, out ulong value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = BigEndian(raw);
        return isRead;
    }
}
