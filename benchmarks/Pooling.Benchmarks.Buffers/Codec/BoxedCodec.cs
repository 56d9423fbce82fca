namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain way: <see cref="BinaryWriter"/> and <see cref="BinaryReader"/>, numbers one by one, everything new.</summary>
internal static class BoxedCodec
{
    internal static void Encode(BinaryWriter writer, BoxedDataValue[] values)
    {
        writer.Write(values.Length);
        foreach (BoxedDataValue value in values)
        {
            writer.Write((byte)value.Type);
            switch (value.Type)
            {
                case WireType.Boolean: writer.Write((bool)value.Value); break;
                case WireType.Int32: writer.Write((int)value.Value); break;
                case WireType.Double: writer.Write((double)value.Value); break;
                case WireType.String: WriteBytes(writer, Encoding.UTF8.GetBytes((string)value.Value)); break;
                case WireType.DateTime: writer.Write(((DateTime)value.Value).Ticks); break;
                case WireType.Guid: writer.Write(((Guid)value.Value).ToByteArray()); break;
                case WireType.Bytes: WriteBytes(writer, (byte[])value.Value); break;
                case WireType.Int32s:
                    writer.Write(((int[])value.Value).Length);
                    foreach (int number in (int[])value.Value)
                        writer.Write(number);

                    break;
            }

            writer.Write(value.Status);
            writer.Write(value.SourceTime.Ticks);
            writer.Write(value.ServerTime.Ticks);
        }
    }

    internal static BoxedDataValue[] Decode(byte[] message)
    {
        using var reader = new BinaryReader(new MemoryStream(message));
        var values = new BoxedDataValue[reader.ReadInt32()];
        foreach (ref BoxedDataValue value in values.AsSpan())
        {
            var type = (WireType)reader.ReadByte();
            value = new BoxedDataValue(type, ReadValue(reader, type), reader.ReadUInt32(), ReadTime(reader), ReadTime(reader));
        }

        return values;
    }

    private static void WriteBytes(BinaryWriter writer, byte[] bytes)
    {
        writer.Write(bytes.Length);
        writer.Write(bytes);
    }

    private static object ReadValue(BinaryReader reader, WireType type) => type switch
    {
        WireType.Boolean => reader.ReadBoolean(),
        WireType.Int32 => reader.ReadInt32(),
        WireType.Double => reader.ReadDouble(),
        WireType.String => Encoding.UTF8.GetString(reader.ReadBytes(reader.ReadInt32())),
        WireType.DateTime => ReadTime(reader),
        WireType.Guid => new Guid(reader.ReadBytes(16)),
        WireType.Bytes => reader.ReadBytes(reader.ReadInt32()),
        WireType.Int32s => ReadInt32s(reader),
        _ => throw new InvalidDataException($"No value is encoded as {type}."),
    };

    private static DateTime ReadTime(BinaryReader reader) => new(reader.ReadInt64(), DateTimeKind.Utc);

    private static int[] ReadInt32s(BinaryReader reader)
    {
        var numbers = new int[reader.ReadInt32()];
        foreach (ref int number in numbers.AsSpan())
            number = reader.ReadInt32();

        return numbers;
    }
}
