namespace Pooling.Buffers;

/// <summary>Defines a format for length prefixes. Implemented by structs without state, so that generic code is
/// compiled for each of them.</summary>
internal interface ILengthPrefix
{
    /// <summary>The largest length that the prefix can hold, in bytes.</summary>
    int MaxLength { get; }

    /// <summary>Returns the size of the prefix for a length, in bytes.</summary>
    int SizeOf(int length);

    /// <summary>Writes a length to the start of a span that is long enough.</summary>
    void Put(Span<byte> room, int length);
}
