namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain way: <see cref="BinaryWriter"/> and <see cref="BinaryReader"/>, numbers one by one, everything new.</summary>
internal static class BoxedCodec
{
    internal static void Encode(BinaryWriter writer, BoxedPayload payload)
    {
        writer.Write(payload.Scalars.Length);
        foreach (BoxedVariant scalar in payload.Scalars)
            Write(writer, scalar);

        writer.Write(payload.Values.Length);
        foreach (BoxedDataValue value in payload.Values)
        {
            writer.Write(Wire.ValueStatusAndTimes);
            Write(writer, value.Value);
            writer.Write(value.Status);
            writer.Write(Wire.ToWire(value.SourceTime));
            writer.Write(Wire.ToWire(value.ServerTime));
        }

        writer.Write(payload.Arrays.Length);
        foreach (BoxedVariant array in payload.Arrays)
            Write(writer, array);
    }

    internal static BoxedPayload Decode(byte[] message)
    {
        using var reader = new BinaryReader(new MemoryStream(message));
        var scalars = new BoxedVariant[reader.ReadInt32()];
        for (int i = 0; i < scalars.Length; i++)
            scalars[i] = ReadVariant(reader);

        var values = new BoxedDataValue[reader.ReadInt32()];
        for (int i = 0; i < values.Length; i++)
        {
            if (reader.ReadByte() != Wire.ValueStatusAndTimes)
                throw new InvalidDataException("A data value without one of its fields.");

            values[i] = new BoxedDataValue(
                ReadVariant(reader), reader.ReadUInt32(), Wire.FromWire(reader.ReadInt64()), Wire.FromWire(reader.ReadInt64()));
        }

        var arrays = new BoxedVariant[reader.ReadInt32()];
        for (int i = 0; i < arrays.Length; i++)
            arrays[i] = ReadVariant(reader);

        return new BoxedPayload(scalars, values, arrays);
    }

    private static void Write(BinaryWriter writer, BoxedVariant variant)
    {
        writer.Write((byte)((byte)variant.Type | (variant.IsArray ? Wire.ArrayBit : 0)));
        if (variant.IsArray)
            WriteArray(writer, variant);
        else
            WriteScalar(writer, variant);
    }

    private static void WriteScalar(BinaryWriter writer, BoxedVariant variant)
    {
        switch (variant.Type)
        {
            case BuiltInType.Boolean: writer.Write((bool)variant.Value); break;
            case BuiltInType.SByte: writer.Write((sbyte)variant.Value); break;
            case BuiltInType.Byte: writer.Write((byte)variant.Value); break;
            case BuiltInType.Int16: writer.Write((short)variant.Value); break;
            case BuiltInType.UInt16: writer.Write((ushort)variant.Value); break;
            case BuiltInType.Int32: writer.Write((int)variant.Value); break;
            case BuiltInType.UInt32: writer.Write((uint)variant.Value); break;
            case BuiltInType.Int64: writer.Write((long)variant.Value); break;
            case BuiltInType.UInt64: writer.Write((ulong)variant.Value); break;
            case BuiltInType.Float: writer.Write((float)variant.Value); break;
            case BuiltInType.Double: writer.Write((double)variant.Value); break;
            case BuiltInType.DateTime: writer.Write(Wire.ToWire((DateTime)variant.Value)); break;
            case BuiltInType.Guid: writer.Write(((Guid)variant.Value).ToByteArray()); break;
            case BuiltInType.String: WriteBytes(writer, Encoding.UTF8.GetBytes((string)variant.Value)); break;
            case BuiltInType.ByteString: WriteBytes(writer, (byte[])variant.Value); break;
            default: throw new InvalidOperationException($"No scalar is encoded as {variant.Type}.");
        }
    }

    private static void WriteArray(BinaryWriter writer, BoxedVariant variant)
    {
        writer.Write(((Array)variant.Value).Length);
        switch (variant.Type)
        {
            case BuiltInType.Int16: foreach (short number in (short[])variant.Value) writer.Write(number); break;
            case BuiltInType.UInt16: foreach (ushort number in (ushort[])variant.Value) writer.Write(number); break;
            case BuiltInType.Int32: foreach (int number in (int[])variant.Value) writer.Write(number); break;
            case BuiltInType.UInt32: foreach (uint number in (uint[])variant.Value) writer.Write(number); break;
            case BuiltInType.Int64: foreach (long number in (long[])variant.Value) writer.Write(number); break;
            case BuiltInType.UInt64: foreach (ulong number in (ulong[])variant.Value) writer.Write(number); break;
            case BuiltInType.Float: foreach (float number in (float[])variant.Value) writer.Write(number); break;
            case BuiltInType.Double: foreach (double number in (double[])variant.Value) writer.Write(number); break;
            default: throw new InvalidOperationException($"No array is encoded as {variant.Type}.");
        }
    }

    private static void WriteBytes(BinaryWriter writer, byte[] bytes)
    {
        writer.Write(bytes.Length);
        writer.Write(bytes);
    }

    private static BoxedVariant ReadVariant(BinaryReader reader)
    {
        byte first = reader.ReadByte();
        var type = (BuiltInType)(first & ~Wire.ArrayBit);
        bool isArray = type != (BuiltInType)first;
        return new BoxedVariant(type, isArray ? ReadArray(reader, type) : ReadScalar(reader, type), isArray);
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
        BuiltInType.DateTime => Wire.FromWire(reader.ReadInt64()),
        BuiltInType.Guid => new Guid(reader.ReadBytes(Wire.GuidLength)),
        BuiltInType.String => Encoding.UTF8.GetString(reader.ReadBytes(reader.ReadInt32())),
        BuiltInType.ByteString => reader.ReadBytes(reader.ReadInt32()),
        _ => throw new InvalidDataException($"No scalar is encoded as {type}."),
    };

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
