namespace Pooling.Benchmarks.Json;

/// <summary>The built-in types that the codec rows write, with their numbers in the protocol.</summary>
internal enum OpcType
{
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
