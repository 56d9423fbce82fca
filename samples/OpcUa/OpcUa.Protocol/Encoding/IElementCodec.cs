namespace OpcUa.Protocol.Encoding;

/// <summary>Reads and writes the elements of arrays of one built-in type that is not a plain number.</summary>
internal interface IElementCodec<T>
{
    /// <summary>The fewest bytes that an element takes.</summary>
    static abstract int LeastBytes { get; }

    static abstract T Read(ref BinaryDecoder decoder);

    static abstract void Write(BinaryEncoder encoder, T value);
}
