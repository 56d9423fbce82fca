using System.Text;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain decoder: a stream and a <see cref="BinaryReader"/>, numbers one by one, everything new.</summary>
internal static class BoxedDecoder
{
    internal static BoxedPayload Decode(byte[] message)
    {
        using var stream = new MemoryStream(message);
        using var reader = new BinaryReader(stream);
        return new BoxedPayload
        {
            Scalars = ReadMany(reader, ReadVariant),
            Values = ReadMany(reader, ReadDataValue),
            Arrays = ReadMany(reader, ReadVariant),
        };
    }

    private static T[] ReadMany<T>(BinaryReader reader, Func<BinaryReader, T> read)
    {
        T[] values = new T[reader.ReadInt32()];
        for (int i = 0; i < values.Length; i++)
            values[i] = read(reader);

        return values;
    }

    private static BoxedDataValue ReadDataValue(BinaryReader reader)
    {
        if (reader.ReadByte() != Wire.ValueStatusAndTimes)
            throw new InvalidDataException("A data value without one of its fields.");

        return new BoxedDataValue
        {
            Value = ReadVariant(reader),
            Status = reader.ReadUInt32(),
            SourceTime = Wire.FromWire(reader.ReadInt64()),
            ServerTime = Wire.FromWire(reader.ReadInt64()),
        };
    }

    private static BoxedVariant ReadVariant(BinaryReader reader)
    {
        byte first = reader.ReadByte();
        var type = (BuiltInType)(first & ~Wire.ArrayBit);
        return new BoxedVariant(type, (first & Wire.ArrayBit) == 0 ? ReadScalar(reader, type) : ReadArray(reader, type));
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

    private static object ReadArray(BinaryReader reader, BuiltInType type) => type switch
    {
        BuiltInType.Int16 => ReadMany(reader, static reader => reader.ReadInt16()),
        BuiltInType.UInt16 => ReadMany(reader, static reader => reader.ReadUInt16()),
        BuiltInType.Int32 => ReadMany(reader, static reader => reader.ReadInt32()),
        BuiltInType.UInt32 => ReadMany(reader, static reader => reader.ReadUInt32()),
        BuiltInType.Int64 => ReadMany(reader, static reader => reader.ReadInt64()),
        BuiltInType.UInt64 => ReadMany(reader, static reader => reader.ReadUInt64()),
        BuiltInType.Float => ReadMany(reader, static reader => reader.ReadSingle()),
        BuiltInType.Double => ReadMany(reader, static reader => reader.ReadDouble()),
        _ => throw new InvalidDataException($"No array is encoded as {type}."),
    };
}
