using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Decodes structs from a span: one decoder for the published way and for the library's,
/// which differ in where arrays come from.</summary>
/// <typeparam name="TArrays">Where the arrays come from.</typeparam>
internal ref struct PayloadDecoder<TArrays>(ReadOnlySpan<byte> message, TArrays arrays) where TArrays : struct, IArraySource
{
    private readonly ReadOnlySpan<byte> _message = message;
    private readonly TArrays _arrays = arrays;
    private int _at;

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
            if (ReadByte() != Wire.ValueStatusAndTimes)
                throw new InvalidDataException("A data value without one of its fields.");

            value = new DataValue(ReadVariant(), (uint)ReadInt32(), Wire.FromWire(ReadInt64()), Wire.FromWire(ReadInt64()));
        }
    }

    private Variant ReadVariant()
    {
        byte first = ReadByte();
        var type = (BuiltInType)(first & ~Wire.ArrayBit);
        return (first & Wire.ArrayBit) == 0 ? ReadScalar(type) : ReadArray(type);
    }

    private Variant ReadScalar(BuiltInType type) => type switch
    {
        BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte => new Variant(type, ReadByte()),
        BuiltInType.Int16 or BuiltInType.UInt16 => new Variant(type, BinaryPrimitives.ReadUInt16LittleEndian(Take(sizeof(ushort)))),
        BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float => new Variant(type, (uint)ReadInt32()),
        BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double or BuiltInType.DateTime => new Variant(type, (ulong)ReadInt64()),
        BuiltInType.Guid => new Variant(new Guid(Take(Wire.GuidLength))),
        BuiltInType.String => new Variant(Encoding.UTF8.GetString(Take(ReadInt32()))),
        BuiltInType.ByteString => new Variant(type, _arrays.Copy(Take(ReadInt32()))),
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

    /// <summary>One copy (little-endian machines only).</summary>
    private object ReadNumbers<T>() where T : unmanaged =>
        _arrays.Copy(MemoryMarshal.Cast<byte, T>(Take(ReadInt32() * Unsafe.SizeOf<T>())));

    private byte ReadByte() => Take(sizeof(byte))[0];

    private long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    private ReadOnlySpan<byte> Take(int length)
    {
        ReadOnlySpan<byte> taken = _message.Slice(_at, length);
        _at += length;
        return taken;
    }
}
