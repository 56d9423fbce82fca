namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Decodes structs from a span: one decoder for the published way, with new arrays, and for the library's, which rents them.
/// </summary>
internal ref struct StructDecoder(ReadOnlySpan<byte> message, bool rents)
{
    private ReadOnlySpan<byte> _rest = message;

    internal void Read(Span<DataValue> values)
    {
        foreach (ref DataValue value in values)
        {
            var type = Read<WireType>();
            object? reference = null;
            UInt128 bits = 0;
            switch (type)
            {
                case WireType.Boolean: bits = Read<byte>(); break;
                case WireType.Int32: bits = Read<uint>(); break;
                case WireType.Double or WireType.DateTime: bits = Read<ulong>(); break;
                case WireType.Guid: bits = Read<UInt128>(); break;
                case WireType.String: reference = Encoding.UTF8.GetString(Take(Read<int>())); break;
                case WireType.Bytes: reference = ReadNumbers<byte>(); break;
                case WireType.Int32s: reference = ReadNumbers<int>(); break;
                case WireType.Doubles: reference = ReadNumbers<double>(); break;
                default: throw new InvalidDataException($"No value is encoded as {type}.");
            }

            value = new DataValue(type, reference, bits, Read<uint>(), ReadTime(), ReadTime());
        }
    }

    /// <remarks>Little-endian machines only.</remarks>
    internal T Read<T>() where T : unmanaged => MemoryMarshal.Read<T>(Take(Unsafe.SizeOf<T>()));

    private DateTime ReadTime() => new(Read<long>(), DateTimeKind.Utc);

    /// <returns>An array, or the owner of a rented one.</returns>
    private object ReadNumbers<T>() where T : unmanaged
    {
        ReadOnlySpan<T> numbers = MemoryMarshal.Cast<byte, T>(Take(Read<int>() * Unsafe.SizeOf<T>()));
        if (!rents)
            return numbers.ToArray();

        var owner = new PooledArray<T>(numbers.Length);
        numbers.CopyTo(owner.Span);
        return owner;
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        ReadOnlySpan<byte> taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }
}
