namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>One decoder for the published way, with new arrays, and for the library's, which rents them.</summary>
internal static class StructDecoder
{
    internal static void Decode(ref BufferReader reader, Span<DataValue> values, bool rents)
    {
        foreach (ref DataValue value in values)
        {
            var type = (WireType)reader.ReadByte();
            object? reference = null;
            UInt128 bits = 0;
            switch (type)
            {
                case WireType.Boolean: bits = reader.ReadByte(); break;
                case WireType.Int32: bits = reader.ReadUInt32LittleEndian(); break;
                case WireType.Double or WireType.DateTime: bits = reader.ReadUInt64LittleEndian(); break;
                case WireType.Guid: bits = Unsafe.BitCast<Guid, UInt128>(reader.ReadGuidLittleEndian()); break;
                case WireType.String: reference = Encoding.UTF8.GetString(reader.ReadInt32LittleEndianPrefixedBytes()); break;
                case WireType.Bytes: reference = ReadNumbers<byte>(ref reader, rents); break;
                case WireType.Int32s: reference = ReadNumbers<int>(ref reader, rents); break;
                default: throw new InvalidDataException($"No value is encoded as {type}.");
            }

            value = new DataValue(type, reference, bits, reader.ReadUInt32LittleEndian(), ReadTime(ref reader), ReadTime(ref reader));
        }
    }

    private static DateTime ReadTime(ref BufferReader reader) => new(reader.ReadInt64LittleEndian(), DateTimeKind.Utc);

    /// <returns>An array, or the owner of a rented one.</returns>
    private static object ReadNumbers<T>(ref BufferReader reader, bool rents) where T : unmanaged
    {
        int length = reader.ReadInt32LittleEndian() * Unsafe.SizeOf<T>();
        ReadOnlySpan<T> numbers = MemoryMarshal.Cast<byte, T>(reader.ReadBytes(length)); // little-endian machines only
        if (!rents)
            return numbers.ToArray();

        var owner = new PooledArray<T>(numbers.Length);
        numbers.CopyTo(owner.Span);
        return owner;
    }
}
