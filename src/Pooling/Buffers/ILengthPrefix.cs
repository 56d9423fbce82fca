namespace Pooling.Buffers;

/// <summary>A form of the length that stands in front of a text or of bytes. Its structs have no state: generic code is compiled once for
/// each.</summary>
internal interface ILengthPrefix
{
    /// <summary>The largest length that it can hold, in bytes.</summary>
    int MaxLength { get; }

    /// <summary>The bytes that a length takes.</summary>
    int SizeOf(int length);

    /// <summary>Puts a length at the begin of the room, which is long enough.</summary>
    void Put(Span<byte> room, int length);
}
