namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Encodes structs to a buffer: one encoder for the published way and for the library's, which differ in the output.</summary>
internal static class StructEncoder
{
    internal static void Encode<TOutput>(TOutput output, ReadOnlySpan<Variant> variants, ReadOnlySpan<DataValue> values)
        where TOutput : struct, IBinaryOutput
    {
        output.WriteUInt32((uint)variants.Length);
        foreach (ref readonly Variant variant in variants)
            Write(output, variant);

        output.WriteUInt32((uint)values.Length);
        foreach (ref readonly DataValue value in values)
        {
            output.WriteByte(Wire.ValueStatusAndTimes);
            Write(output, value.Value);
            output.WriteUInt32(value.Status);
            output.WriteUInt64((ulong)value.SourceTime.Ticks);
            output.WriteUInt64((ulong)value.ServerTime.Ticks);
        }
    }

    private static void Write<TOutput>(TOutput output, in Variant variant) where TOutput : struct, IBinaryOutput
    {
        output.WriteByte((byte)((byte)variant.Type | (variant.IsArray ? Wire.ArrayBit : 0)));
        switch (variant.Type)
        {
            case BuiltInType.Int16 when variant.IsArray: output.WriteNumbers(variant.Numbers<short>()); break;
            case BuiltInType.UInt16 when variant.IsArray: output.WriteNumbers(variant.Numbers<ushort>()); break;
            case BuiltInType.Int32 when variant.IsArray: output.WriteNumbers(variant.Numbers<int>()); break;
            case BuiltInType.UInt32 when variant.IsArray: output.WriteNumbers(variant.Numbers<uint>()); break;
            case BuiltInType.Int64 when variant.IsArray: output.WriteNumbers(variant.Numbers<long>()); break;
            case BuiltInType.UInt64 when variant.IsArray: output.WriteNumbers(variant.Numbers<ulong>()); break;
            case BuiltInType.Float when variant.IsArray: output.WriteNumbers(variant.Numbers<float>()); break;
            case BuiltInType.Double when variant.IsArray: output.WriteNumbers(variant.Numbers<double>()); break;
            case BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte: output.WriteByte((byte)variant.Bits); break;
            case BuiltInType.Int16 or BuiltInType.UInt16: output.WriteUInt16((ushort)variant.Bits); break;
            case BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float: output.WriteUInt32((uint)variant.Bits); break;
            case BuiltInType.Guid: output.WriteGuid(Unsafe.BitCast<UInt128, Guid>(variant.Bits)); break;
            case BuiltInType.String: output.WriteText((string)variant.Reference!); break;
            case BuiltInType.ByteString: output.WriteNumbers(variant.Numbers<byte>()); break;
            default: output.WriteUInt64((ulong)variant.Bits); break;
        }
    }
}

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

/// <summary>The published technique: spans of a pooled buffer, and one copy for an array of numbers; on little-endian machines only.
/// </summary>
internal readonly struct PublishedOutput(PublishedPooledWriter writer) : IBinaryOutput
{
    public void WriteByte(byte value) => Write(value);

    public void WriteUInt16(ushort value) => Write(value);

    public void WriteUInt32(uint value) => Write(value);

    public void WriteUInt64(ulong value) => Write(value);

    public void WriteGuid(Guid value) => Write(value);

    public void WriteText(string text)
    {
        int length = Encoding.UTF8.GetByteCount(text);
        Write(length);
        writer.Advance(Encoding.UTF8.GetBytes(text, writer.GetSpan(length)));
    }

    public void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        Write(numbers.Length);
        writer.Write(MemoryMarshal.AsBytes(numbers));
    }

    private void Write<T>(T value) where T : unmanaged
    {
        MemoryMarshal.Write(writer.GetSpan(Unsafe.SizeOf<T>()), value);
        writer.Advance(Unsafe.SizeOf<T>());
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
        writer.WriteInt32LittleEndian(numbers.Length);
        writer.WriteLittleEndian(numbers);
    }
}
