namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Decodes structs for two contenders: the published one, with new arrays, and the library's, which rents them.</summary>
internal ref struct StructDecoder(ReadOnlySpan<byte> message, bool rents)
{
    private BufferReader _reader = new(message);

    internal int ReadCount() => _reader.ReadInt32LittleEndian();

    internal void Read(Span<Variant> variants)
    {
        foreach (ref Variant variant in variants)
            variant = ReadVariant();
    }

    internal void Read(Span<DataValue> values)
    {
        foreach (ref DataValue value in values)
        {
            if (_reader.ReadByte() != Wire.ValueStatusAndTimes)
                throw new InvalidDataException("A field of a data value is missing.");

            value = new DataValue(ReadVariant(), _reader.ReadUInt32LittleEndian(), ReadTime(), ReadTime());
        }
    }

    private Variant ReadVariant()
    {
        byte first = _reader.ReadByte();
        var type = (BuiltInType)(first & ~Wire.ArrayBit);
        if (first >= Wire.ArrayBit)
            return new Variant(type, 0, ReadArray(type), IsArray: true);

        return type switch
        {
            BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte => new Variant(type, _reader.ReadByte()),
            BuiltInType.Int16 or BuiltInType.UInt16 => new Variant(type, _reader.ReadUInt16LittleEndian()),
            BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float => new Variant(type, _reader.ReadUInt32LittleEndian()),
            BuiltInType.Guid => new Variant(type, Unsafe.BitCast<Guid, UInt128>(_reader.ReadGuidLittleEndian())),
            BuiltInType.String => new Variant(type, 0, Encoding.UTF8.GetString(_reader.ReadPrefixedBytes(LengthPrefix.Int32LittleEndian))),
            BuiltInType.ByteString => new Variant(type, 0, ReadNumbers<byte>()),
            _ => new Variant(type, _reader.ReadUInt64LittleEndian()),
        };
    }

    private DateTime ReadTime() => new(_reader.ReadInt64LittleEndian(), DateTimeKind.Utc);

    private object ReadArray(BuiltInType type) => type switch
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
    };

    /// <returns>An array, or the owner of a rented array.</returns>
    private object ReadNumbers<T>() where T : unmanaged
    {
        int length = _reader.ReadInt32LittleEndian() * Unsafe.SizeOf<T>();
        ReadOnlySpan<T> numbers = MemoryMarshal.Cast<byte, T>(_reader.ReadBytes(length)); // little-endian machines only
        if (!rents)
            return numbers.ToArray();

        var owner = new PooledArray<T>(numbers.Length);
        numbers.CopyTo(owner.Span);
        return owner;
    }
}
