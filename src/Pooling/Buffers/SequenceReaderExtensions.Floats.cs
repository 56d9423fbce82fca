using System.Buffers;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Floating-point numbers and Guids.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read a 32-bit floating-point number of 4 bytes, the lowest first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is unchanged then.</returns>
    public static bool TryReadSingleLittleEndian(this ref SequenceReader<byte> reader, out float value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = BitConverter.UInt32BitsToSingle(LittleEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a 32-bit floating-point number of 4 bytes, the highest first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is unchanged then.</returns>
    public static bool TryReadSingleBigEndian(this ref SequenceReader<byte> reader, out float value)
    {
        bool isRead = TryReadRaw(ref reader, out uint raw);
        value = BitConverter.UInt32BitsToSingle(BigEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a 64-bit floating-point number of 8 bytes, the lowest first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is unchanged then.</returns>
    public static bool TryReadDoubleLittleEndian(this ref SequenceReader<byte> reader, out double value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = BitConverter.UInt64BitsToDouble(LittleEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a 64-bit floating-point number of 8 bytes, the highest first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is unchanged then.</returns>
    public static bool TryReadDoubleBigEndian(this ref SequenceReader<byte> reader, out double value)
    {
        bool isRead = TryReadRaw(ref reader, out ulong raw);
        value = BitConverter.UInt64BitsToDouble(BigEndian(raw));
        return isRead;
    }

    /// <summary>Attempts to read a Guid of 16 bytes in the order of <see cref="Guid.ToByteArray()"/>: its first three fields with the
    /// lowest byte first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The Guid; <see cref="Guid.Empty"/> if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is unchanged then.</returns>
    public static bool TryReadGuidLittleEndian(this ref SequenceReader<byte> reader, out Guid value)
    {
        bool isRead = TryReadRaw(ref reader, out Guid raw);
        value = LittleEndian(raw);
        return isRead;
    }

    /// <summary>Attempts to read a Guid of 16 bytes in the order of its text, which is that of RFC 4122: all fields with the highest byte
    /// first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The Guid; <see cref="Guid.Empty"/> if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is unchanged then.</returns>
    public static bool TryReadGuidBigEndian(this ref SequenceReader<byte> reader, out Guid value)
    {
        bool isRead = TryReadRaw(ref reader, out Guid raw);
        value = BigEndian(raw);
        return isRead;
    }
}
