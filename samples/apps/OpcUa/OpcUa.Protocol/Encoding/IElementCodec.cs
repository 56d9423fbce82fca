namespace OpcUa.Protocol.Encoding;

/// <summary>Reads and writes the elements of arrays of a built-in type that is not a plain number.</summary>
internal interface IElementCodec<T>
{
    /// <summary>The minimum number of bytes per element.</summary>
    static abstract int MinBytes { get; }

    static abstract T Read(ref BinaryDecoder decoder);

    static abstract void Write(BinaryEncoder encoder, T value);
}
