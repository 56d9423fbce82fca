namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain codec: <see cref="BinaryWriter"/> and <see cref="BinaryReader"/>, numbers one by one, and new objects for
/// everything.</summary>
internal static class BoxedCodec
{
    internal static void Encode(BinaryWriter writer, BoxedPayload payload)
    {
        writer.Write(payload.Variants.Length);
        foreach (BoxedVariant variant in payload.Variants)
            Write(writer, variant);

        writer.Write(payload.Values.Length);
        foreach (BoxedDataValue value in payload.Values)
        {
            writer.Write(Wire.ValueStatusAndTimes);
            Write(writer, value.Value);
            writer.Write(value.Status);
            writer.Write(value.SourceTime.Ticks);
            writer.Write(value.ServerTime.Ticks);
        }
    }

    internal static BoxedPayload Decode(byte[] message)
    {
        using var reader = new BinaryReader(new MemoryStream(message));
        var variants = new BoxedVariant[reader.ReadInt32()];
        foreach (ref BoxedVariant variant in variants.AsSpan())
            variant = ReadVariant(reader);

        var values = new BoxedDataValue[reader.ReadInt32()];
        foreach (ref BoxedDataValue value in values.AsSpan())
        {
            if (reader.ReadByte() != Wire.ValueStatusAndTimes)
                throw new InvalidDataException("A field of a data value is missing.");

            value = new BoxedDataValue(ReadVariant(reader), reader.ReadUInt32(), ReadTime(reader), ReadTime(reader));
        }

        return new BoxedPayload(variants, values);
    }

    private static void Write(BinaryWriter writer, BoxedVariant variant)
    {
        object body = variant.Value is string text ? Encoding.UTF8.GetBytes(text) : variant.Value;
        writer.Write((byte)((byte)variant.Type | (variant.Value is byte[] or not Array ? 0 : Wire.ArrayBit)));
        if (body is Array array)
            writer.Write(array.Length);

        switch (body)
        {
            case bool value: writer.Write(value); break;
            case sbyte value: writer.Write(value); break;
            case byte value: writer.Write(value); break;
            case short value: writer.Write(value); break;
            case ushort value: writer.Write(value); break;
            case int value: writer.Write(value); break;
            case uint value: writer.Write(value); break;
            case long value: writer.Write(value); break;
            case ulong value: writer.Write(value); break;
            case float value: writer.Write(value); break;
            case double value: writer.Write(value); break;
            case DateTime value: writer.Write(value.Ticks); break;
            case Guid value: writer.Write(value.ToByteArray()); break;
            case byte[] values: writer.Write(values); break;
            case short[] values: foreach (short value in values) writer.Write(value); break;
            case ushort[] values: foreach (ushort value in values) writer.Write(value); break;
            case int[] values: foreach (int value in values) writer.Write(value); break;
            case uint[] values: foreach (uint value in values) writer.Write(value); break;
            case long[] values: foreach (long value in values) writer.Write(value); break;
            case ulong[] values: foreach (ulong value in values) writer.Write(value); break;
            case float[] values: foreach (float value in values) writer.Write(value); break;
            case double[] values: foreach (double value in values) writer.Write(value); break;
        }
    }

    private static BoxedVariant ReadVariant(BinaryReader reader)
    {
        byte first = reader.ReadByte();
        var type = (BuiltInType)(first & ~Wire.ArrayBit);
        return new BoxedVariant(type, first >= Wire.ArrayBit ? ReadArray(reader, type) : ReadScalar(reader, type));
    }

    private static object ReadScalar(BinaryReader reader, BuiltInType type) => type switch
    {
        BuiltInType.Boolean => reader.ReadBoolean(),
        BuiltInType.SByte => reader.ReadSByte(),
        BuiltInType.Byte => reader.ReadByte(),
        BuiltInType.Int16 => reader.ReadInt16(),
        BuiltInType.UInt16 => reader.ReadUInt16(),
        BuiltInType.Int32 => reader.ReadInt32(),
        BuiltInType.UInt32 => reader.ReadUInt32(),
        BuiltInType.Int64 => reader.ReadInt64(),
        BuiltInType.UInt64 => reader.ReadUInt64(),
        BuiltInType.Float => reader.ReadSingle(),
        BuiltInType.Double => reader.ReadDouble(),
        BuiltInType.DateTime => ReadTime(reader),
        BuiltInType.Guid => new Guid(reader.ReadBytes(16)),
        BuiltInType.String => Encoding.UTF8.GetString(reader.ReadBytes(reader.ReadInt32())),
        BuiltInType.ByteString => reader.ReadBytes(reader.ReadInt32()),
        _ => throw new InvalidDataException($"No scalar is encoded as {type}."),
    };

    private static DateTime ReadTime(BinaryReader reader) => new(reader.ReadInt64(), DateTimeKind.Utc);

    private static object ReadArray(BinaryReader reader, BuiltInType type)
    {
        int n = reader.ReadInt32();
        switch (type)
        {
            case BuiltInType.Int16: var i16 = new short[n]; foreach (ref short x in i16.AsSpan()) x = reader.ReadInt16(); return i16;
            case BuiltInType.UInt16: var u16 = new ushort[n]; foreach (ref ushort x in u16.AsSpan()) x = reader.ReadUInt16(); return u16;
            case BuiltInType.Int32: var i32 = new int[n]; foreach (ref int x in i32.AsSpan()) x = reader.ReadInt32(); return i32;
            case BuiltInType.UInt32: var u32 = new uint[n]; foreach (ref uint x in u32.AsSpan()) x = reader.ReadUInt32(); return u32;
            case BuiltInType.Int64: var i64 = new long[n]; foreach (ref long x in i64.AsSpan()) x = reader.ReadInt64(); return i64;
            case BuiltInType.UInt64: var u64 = new ulong[n]; foreach (ref ulong x in u64.AsSpan()) x = reader.ReadUInt64(); return u64;
            case BuiltInType.Float: var f32 = new float[n]; foreach (ref float x in f32.AsSpan()) x = reader.ReadSingle(); return f32;
            case BuiltInType.Double: var f64 = new double[n]; foreach (ref double x in f64.AsSpan()) x = reader.ReadDouble(); return f64;
            default: throw new InvalidDataException($"No array is encoded as {type}.");
        }
    }
}
