namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The published way: spans of a pooled buffer, and one copy for an array of numbers; on little-endian machines only.</summary>
internal static class PublishedEncoder
{
    internal static void Encode(PublishedPooledWriter writer, DataValue[] values)
    {
        Write(writer, values.Length);
        foreach (ref readonly DataValue value in values.AsSpan())
        {
            Write(writer, (byte)value.Type);
            switch (value.Type)
            {
                case WireType.Boolean: Write(writer, (byte)value.Bits); break;
                case WireType.Int32: Write(writer, (uint)value.Bits); break;
                case WireType.Double or WireType.DateTime: Write(writer, (ulong)value.Bits); break;
                case WireType.Guid: Write(writer, value.Bits); break;
                case WireType.String: WriteText(writer, (string)value.Reference!); break;
                case WireType.Bytes: WriteNumbers(writer, value.Numbers<byte>()); break;
                case WireType.Int32s: WriteNumbers(writer, value.Numbers<int>()); break;
            }

            Write(writer, value.Status);
            Write(writer, value.SourceTime.Ticks);
            Write(writer, value.ServerTime.Ticks);
        }
    }

    private static void Write<T>(PublishedPooledWriter writer, T value) where T : unmanaged
    {
        MemoryMarshal.Write(writer.GetSpan(Unsafe.SizeOf<T>()), value);
        writer.Advance(Unsafe.SizeOf<T>());
    }

    private static void WriteText(PublishedPooledWriter writer, string text)
    {
        int length = Encoding.UTF8.GetByteCount(text);
        Write(writer, length);
        writer.Advance(Encoding.UTF8.GetBytes(text, writer.GetSpan(length)));
    }

    private static void WriteNumbers<T>(PublishedPooledWriter writer, ReadOnlySpan<T> numbers) where T : unmanaged
    {
        Write(writer, numbers.Length);
        writer.Write(MemoryMarshal.AsBytes(numbers));
    }
}

/// <summary>The library's writer and its extensions.</summary>
internal static class PooledEncoder
{
    internal static void Encode(PooledArrayBufferWriter<byte> writer, DataValue[] values)
    {
        writer.WriteInt32LittleEndian(values.Length);
        foreach (ref readonly DataValue value in values.AsSpan())
        {
            writer.WriteByte((byte)value.Type);
            switch (value.Type)
            {
                case WireType.Boolean: writer.WriteByte((byte)value.Bits); break;
                case WireType.Int32: writer.WriteUInt32LittleEndian((uint)value.Bits); break;
                case WireType.Double or WireType.DateTime: writer.WriteUInt64LittleEndian((ulong)value.Bits); break;
                case WireType.Guid: writer.WriteGuidLittleEndian(Unsafe.BitCast<UInt128, Guid>(value.Bits)); break;
                case WireType.String: writer.WriteInt32LittleEndianPrefixedUtf8((string)value.Reference!); break;
                case WireType.Bytes: writer.WriteInt32LittleEndianPrefixedBytes(value.Numbers<byte>()); break;
                case WireType.Int32s:
                    writer.WriteInt32LittleEndian(value.Numbers<int>().Length);
                    writer.WriteLittleEndian(value.Numbers<int>());
                    break;
            }

            writer.WriteUInt32LittleEndian(value.Status);
            writer.WriteInt64LittleEndian(value.SourceTime.Ticks);
            writer.WriteInt64LittleEndian(value.ServerTime.Ticks);
        }
    }
}
