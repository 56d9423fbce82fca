using System.Buffers;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Floating-point numbers and GUIDs.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read a 32-bit floating-point number (4 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadSingleLittleEndian(this ref SequenceReader<byte> reader, out float value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = BitConverter.UInt32BitsToSingle(LittleEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a 32-bit floating-point number (4 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadSingleBigEndian(this ref SequenceReader<byte> reader, out float value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = BitConverter.UInt32BitsToSingle(BigEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a 64-bit floating-point number (8 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadDoubleLittleEndian(this ref SequenceReader<byte> reader, out double value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = BitConverter.UInt64BitsToDouble(LittleEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a 64-bit floating-point number (8 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadDoubleBigEndian(this ref SequenceReader<byte> reader, out double value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = BitConverter.UInt64BitsToDouble(BigEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a <see cref="Guid"/> (16 bytes) in the byte order of <see cref="Guid.ToByteArray()"/>,
    /// whose first three fields are little-endian.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The GUID; <see cref="Guid.Empty"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadGuidLittleEndian(this ref SequenceReader<byte> reader, out Guid value)
    {
        bool isRead = TryReadRaw(ref reader, out Guid raw);
        value = LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a <see cref="Guid"/> (16 bytes) in the byte order of its text and of RFC 4122, in
    /// which all fields are big-endian.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The GUID; <see cref="Guid.Empty"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadGuidBigEndian(this ref SequenceReader<byte> reader, out Guid value)
    {
        bool isRead = TryReadRaw(ref reader, out Guid raw);
        value = BigEndian(raw);
        return isRead;
    }
}
