namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The scalar types of OPC UA with their numbers on the wire, as far as the rows need them.</summary>
internal enum BuiltInType : byte
{
    None = 0,
    Boolean = 1,
    SByte = 2,
    Byte = 3,
    Int16 = 4,
    UInt16 = 5,
    Int32 = 6,
    UInt32 = 7,
    Int64 = 8,
    UInt64 = 9,
    Float = 10,
    Double = 11,
    String = 12,
    DateTime = 13,
    Guid = 14,
    ByteString = 15,
}
