namespace Pooling.Buffers;

/// <summary>Specifies the format of the length that precedes bytes or text. The length is a number of bytes, and
/// excludes the prefix itself.</summary>
/// <remarks>Pass a constant: the format is then chosen when the calling method is compiled.</remarks>
public enum LengthPrefix
{
    /// <summary>An unsigned 16-bit integer (2 bytes, big-endian), for lengths of up to 65,535.</summary>
    UInt16BigEndian,

    /// <summary>An unsigned 16-bit integer (2 bytes, little-endian), for lengths of up to 65,535.</summary>
    UInt16LittleEndian,

    /// <summary>A signed 32-bit integer (4 bytes, big-endian). Readers refuse negative lengths.</summary>
    Int32BigEndian,

    /// <summary>A signed 32-bit integer (4 bytes, little-endian). Readers refuse negative lengths.</summary>
    Int32LittleEndian,

    /// <summary>A varint of 1 to 5 bytes (7 bits per byte, lowest first, as in protobuf). Writers use as few bytes as
    /// possible.</summary>
    Varint,
}
