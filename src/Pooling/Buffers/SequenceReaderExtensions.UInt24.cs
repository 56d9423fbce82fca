using System.Buffers;

namespace Pooling.Buffers;

/// <content>Integers of three bytes.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read an unsigned 24-bit integer (3 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 3 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt24LittleEndian(this ref SequenceReader<byte> reader, out uint value)
    {
        bool isRead = TryReadRaw(ref reader, out UInt24 raw);
        value = raw.AsLittleEndian;
        return isRead;
    }

    /// <summary>Attempts to read an unsigned 24-bit integer (3 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 3 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadUInt24BigEndian(this ref SequenceReader<byte> reader, out uint value)
    {
        bool isRead = TryReadRaw(ref reader, out UInt24 raw);
        value = raw.AsBigEndian;
        return isRead;
    }
}
