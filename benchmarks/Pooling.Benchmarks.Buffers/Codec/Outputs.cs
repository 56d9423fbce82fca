namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>What an encoder needs of the buffer that it writes to. Structs implement it, so that the calls are compiled for each.</summary>
internal interface IBinaryOutput
{
    void WriteByte(byte value);

    void WriteUInt16(ushort value);

    void WriteUInt32(uint value);

    void WriteUInt64(ulong value);

    void WriteGuid(Guid value);

    void WriteText(string text);

    void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged;
}

/// <summary>The published technique: spans of a pooled buffer, and one copy for an array of numbers.</summary>
internal readonly struct PublishedOutput(PublishedPooledWriter writer) : IBinaryOutput
{
    public void WriteByte(byte value) => Take(sizeof(byte))[0] = value;

    public void WriteUInt16(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Take(sizeof(ushort)), value);

    public void WriteUInt32(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Take(sizeof(uint)), value);

    public void WriteUInt64(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Take(sizeof(ulong)), value);

    public void WriteGuid(Guid value) => value.TryWriteBytes(Take(Wire.GuidLength));

    public void WriteText(string text)
    {
        int length = Encoding.UTF8.GetByteCount(text);
        WriteUInt32((uint)length);
        Encoding.UTF8.GetBytes(text, Take(length));
    }

    public void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        WriteUInt32((uint)numbers.Length);
        writer.Write(MemoryMarshal.AsBytes(numbers));
    }

    private Span<byte> Take(int length)
    {
        Span<byte> room = writer.GetSpan(length);
        writer.Advance(length);
        return room;
    }
}

/// <summary>The library's writer and its extensions.</summary>
internal readonly struct PooledOutput(PooledArrayBufferWriter<byte> writer) : IBinaryOutput
{
    public void WriteByte(byte value) => writer.WriteByte(value);

    public void WriteUInt16(ushort value) => writer.WriteUInt16LittleEndian(value);

    public void WriteUInt32(uint value) => writer.WriteUInt32LittleEndian(value);

    public void WriteUInt64(ulong value) => writer.WriteUInt64LittleEndian(value);

    public void WriteGuid(Guid value) => writer.WriteGuidLittleEndian(value);

    public void WriteText(string text) => writer.WriteInt32LittleEndianPrefixedUtf8(text);

    public void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        writer.WriteUInt32LittleEndian((uint)numbers.Length);
        writer.WriteLittleEndian(numbers);
    }
}
