namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Encodes structs to a buffer for two contenders, the published one and the library's, which differ in the output.</summary>
internal static class StructEncoder
{
    internal static void Encode<TOutput>(TOutput output, ReadOnlySpan<Variant> variants, ReadOnlySpan<DataValue> values)
        where TOutput : struct, IBinaryOutput
    {
        output.Write(variants.Length);
        foreach (ref readonly Variant variant in variants)
            Write(output, variant);

        output.Write(values.Length);
        foreach (ref readonly DataValue value in values)
        {
            output.Write(Wire.ValueStatusAndTimes);
            Write(output, value.Value);
            output.Write(value.Status);
            output.Write(value.SourceTime.Ticks);
            output.Write(value.ServerTime.Ticks);
        }
    }

    private static void Write<TOutput>(TOutput output, in Variant variant) where TOutput : struct, IBinaryOutput
    {
        output.Write((byte)((byte)variant.Type | (variant.IsArray ? Wire.ArrayBit : 0)));
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
            case BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte: output.Write((byte)variant.Bits); break;
            case BuiltInType.Int16 or BuiltInType.UInt16: output.Write((ushort)variant.Bits); break;
            case BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float: output.Write((uint)variant.Bits); break;
            case BuiltInType.Guid: output.Write(Unsafe.BitCast<UInt128, Guid>(variant.Bits)); break;
            case BuiltInType.String: output.WriteText((string)variant.Reference!); break;
            case BuiltInType.ByteString: output.WriteNumbers(variant.Numbers<byte>()); break;
            default: output.Write((ulong)variant.Bits); break;
        }
    }
}

/// <summary>The methods of a buffer that an encoder needs. Structs implement it, so that the calls are compiled for each.</summary>
internal interface IBinaryOutput
{
    void Write<T>(T value) where T : unmanaged;
    void WriteText(string text);
    void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged;
}

/// <summary>The published technique: spans of a pooled buffer, and one copy for an array of numbers. For little-endian machines
/// only.</summary>
internal readonly struct PublishedOutput(KeptArrayWriter writer) : IBinaryOutput
{
    public void Write<T>(T value) where T : unmanaged
    {
        MemoryMarshal.Write(writer.GetSpan(Unsafe.SizeOf<T>()), value);
        writer.Advance(Unsafe.SizeOf<T>());
    }

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
}

internal readonly struct PooledOutput(PooledArrayBufferWriter<byte> writer) : IBinaryOutput
{
    public void Write<T>(T value) where T : unmanaged
    {
        switch (value) // decided by the compiler, which knows the type
        {
            case byte number: writer.WriteByte(number); break;
            case ushort number: writer.WriteUInt16LittleEndian(number); break;
            case int number: writer.WriteInt32LittleEndian(number); break;
            case uint number: writer.WriteUInt32LittleEndian(number); break;
            case long number: writer.WriteInt64LittleEndian(number); break;
            case ulong number: writer.WriteUInt64LittleEndian(number); break;
            case Guid guid: writer.WriteGuidLittleEndian(guid); break;
            default: throw new NotSupportedException();
        }
    }

    public void WriteText(string text) => writer.WritePrefixedUtf8(text, LengthPrefix.Int32LittleEndian);

    public void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        writer.WriteInt32LittleEndian(numbers.Length);
        writer.WriteLittleEndian(numbers);
    }
}
