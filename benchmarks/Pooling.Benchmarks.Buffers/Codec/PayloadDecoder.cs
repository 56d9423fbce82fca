namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Decodes structs from a span: one decoder for the published way, with new arrays, and for the library's, which rents them.
/// </summary>
internal ref struct PayloadDecoder(ReadOnlySpan<byte> message, bool rents)
{
    private ReadOnlySpan<byte> _rest = message;

    internal int ReadInt32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    internal void ReadVariants(Span<Variant> variants)
    {
        foreach (ref Variant variant in variants)
            variant = ReadVariant();
    }

    internal void ReadDataValues(Span<DataValue> values)
    {
        foreach (ref DataValue value in values)
        {
            if (Take(sizeof(byte))[0] != Wire.ValueStatusAndTimes)
                throw new InvalidDataException("A data value without one of its fields.");

            value = new DataValue(ReadVariant(), (uint)ReadInt32(), Wire.FromWire(ReadInt64()), Wire.FromWire(ReadInt64()));
        }
    }

    private Variant ReadVariant()
    {
        byte first = Take(sizeof(byte))[0];
        var type = (BuiltInType)(first & ~Wire.ArrayBit);
        return type == (BuiltInType)first ? ReadScalar(type) : ReadArray(type);
    }

    private Variant ReadScalar(BuiltInType type) => type switch
    {
        BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte => new Variant(type, Take(sizeof(byte))[0]),
        BuiltInType.Int16 or BuiltInType.UInt16 => new Variant(type, BinaryPrimitives.ReadUInt16LittleEndian(Take(sizeof(ushort)))),
        BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float => new Variant(type, (uint)ReadInt32()),
        BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double or BuiltInType.DateTime => new Variant(type, (ulong)ReadInt64()),
        BuiltInType.Guid => new Variant(new Guid(Take(Wire.GuidLength))),
        BuiltInType.String => new Variant(type, Encoding.UTF8.GetString(Take(ReadInt32()))),
        BuiltInType.ByteString => new Variant(type, ReadNumbers<byte>()),
        _ => throw new InvalidDataException($"No scalar is encoded as {type}."),
    };

    private Variant ReadArray(BuiltInType type) => new(type, type switch
    {
        BuiltInType.Int16 => ReadNumbers<short>(),
        BuiltInType.UInt16 => ReadNumbers<ushort>(),
        BuiltInType.Int32 => ReadNumbers<int>(),
        BuiltInType.UInt32 => ReadNumbers<uint>(),
        BuiltInType.Int64 => ReadNumbers<long>(),
        BuiltInType.UInt64 => ReadNumbers<ulong>(),
        BuiltInType.Float => ReadNumbers<float>(),
        BuiltInType.Double => ReadNumbers<double>(),
        _ => throw new InvalidDataException($"No array is encoded as {type}."),
    });

    /// <returns>An array, or the owner of a rented one, which the variant gives back.</returns>
    private object ReadNumbers<T>() where T : unmanaged
    {
        ReadOnlySpan<T> numbers = MemoryMarshal.Cast<byte, T>(Take(ReadInt32() * Unsafe.SizeOf<T>())); // little-endian machines only
        if (!rents)
            return numbers.ToArray();

        var owner = new PooledArray<T>(numbers.Length);
        numbers.CopyTo(owner.Span);
        return owner;
    }

    private long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    private ReadOnlySpan<byte> Take(int length)
    {
        ReadOnlySpan<byte> taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }
}
