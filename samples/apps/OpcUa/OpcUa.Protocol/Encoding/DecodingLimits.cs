namespace OpcUa.Protocol.Encoding;

/// <summary>The limits of a decoder, independent of the lengths in a message.</summary>
public sealed record DecodingLimits
{
    public static DecodingLimits Default { get; } = new();

    /// <summary>The maximum length of a string in UTF-8 bytes.</summary>
    public int MaxStringLength { get; init; } = 1 << 20;

    /// <summary>The maximum length of a byte string or structure body in bytes.</summary>
    public int MaxByteStringLength { get; init; } = 16 << 20;

    /// <summary>The maximum number of elements of an array, over all dimensions.</summary>
    public int MaxArrayLength { get; init; } = 1 << 20;

    /// <summary>The maximum number of bytes of the arrays, strings and objects that are created for a message. A value of a byte may become
    /// an object of 80 bytes.</summary>
    public long MaxCreatedBytes { get; init; } = 256 << 20;

    /// <summary>The maximum nesting depth of values: variants, data values and diagnostics.</summary>
    public int MaxNesting { get; init; } = 32;
}
