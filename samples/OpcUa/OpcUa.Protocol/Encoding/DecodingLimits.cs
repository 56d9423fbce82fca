namespace OpcUa.Protocol.Encoding;

/// <summary>What a decoder accepts at most, whatever lengths a message claims.</summary>
public sealed record DecodingLimits
{
    public static DecodingLimits Default { get; } = new();

    /// <summary>Bytes of one text in UTF-8.</summary>
    public int MaxStringLength { get; init; } = 1 << 20;

    /// <summary>Bytes of one byte string or structure body.</summary>
    public int MaxByteStringLength { get; init; } = 16 << 20;

    /// <summary>Elements of one array, all dimensions together.</summary>
    public int MaxArrayLength { get; init; } = 1 << 20;

    /// <summary>How deep values may lie in values: variants, data values, diagnostics.</summary>
    public int MaxNesting { get; init; } = 32;
}
