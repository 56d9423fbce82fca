using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Encoding;

/// <summary>Reads the binary encoding of OPC 10000-6, 5.2, from one span.
/// Objects and arrays are rented through the scope of the message.</summary>
/// <remarks>A length is compared with the bytes that are left before anything is rented or created for it.</remarks>
public ref partial struct BinaryDecoder
{
    private readonly ReadOnlySpan<byte> _bytes;
    private readonly DecodingLimits _limits;
    private int _position;
    private int _depth;

    public BinaryDecoder(ReadOnlySpan<byte> bytes, PooledScope scope, DecodingLimits? limits = null)
    {
        _bytes = bytes;
        Scope = scope;
        _limits = limits ?? DecodingLimits.Default;
    }

    /// <summary>Owns what is decoded.</summary>
    public PooledScope Scope { get; }

    public readonly int Position => _position;

    public readonly int Remaining => _bytes.Length - _position;

    public bool ReadBoolean() => ReadByte() != 0;

    public sbyte ReadSByte() => (sbyte)ReadByte();

    public byte ReadByte() => Take(1)[0];

    public short ReadInt16() => BinaryPrimitives.ReadInt16LittleEndian(Take(sizeof(short)));

    public ushort ReadUInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(sizeof(ushort)));

    public int ReadInt32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    public uint ReadUInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(sizeof(uint)));

    public long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    public ulong ReadUInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(sizeof(ulong)));

    public float ReadFloat() => BinaryPrimitives.ReadSingleLittleEndian(Take(sizeof(float)));

    public double ReadDouble() => BinaryPrimitives.ReadDoubleLittleEndian(Take(sizeof(double)));

    public DateTime ReadDateTime() => OpcTime.FromWire(ReadInt64());

    public Guid ReadGuid() => new(Take(16));

    public StatusCode ReadStatusCode() => new(ReadUInt32());

    public string? ReadString()
    {
        int length = ReadLength("string", _limits.MaxStringLength);
        return length < 0 ? null : System.Text.Encoding.UTF8.GetString(Take(length));
    }

    public byte[]? ReadByteString()
    {
        int length = ReadLength("byte string", _limits.MaxByteStringLength);
        return length < 0 ? null : Take(length).ToArray();
    }

    public XmlElement ReadXmlElement() => new(ReadString());

    public QualifiedName ReadQualifiedName() => new(ReadUInt16(), ReadString());

    public LocalizedText ReadLocalizedText()
    {
        byte mask = ReadByte();
        string? locale = (mask & 0x01) != 0 ? ReadString() : null;
        return new LocalizedText(locale, (mask & 0x02) != 0 ? ReadString() : null);
    }

    /// <summary>Reads a length and rents an array of it; the elements are to be read next.</summary>
    /// <param name="leastBytes">The fewest bytes that one element takes.</param>
    /// <returns><see langword="null"/> for a null array.</returns>
    public PooledArray<T>? RentArray<T>(int leastBytes)
    {
        int length = ReadArrayLength(leastBytes);
        return length < 0 ? null : Scope.RentArray<T>(length, _limits.MaxArrayLength);
    }

    internal int ReadArrayLength(int leastBytes)
    {
        int start = _position;
        int length = ReadInt32();
        if (length < -1)
            throw new DecodingException($"An array cannot have the length {length}.", start);

        CheckArray(length, leastBytes, start);
        return length;
    }

    internal ReadOnlySpan<byte> Take(int count)
    {
        int start = _position;
        if ((uint)count > (uint)(_bytes.Length - start))
            ThrowEnd(count);

        _position = start + count;
        return _bytes.Slice(start, count);
    }

    internal void Enter()
    {
        if (++_depth > _limits.MaxNesting)
            throw new DecodingException($"Values are nested deeper than {_limits.MaxNesting}.", _position);
    }

    internal void Leave() => _depth--;

    private readonly void CheckArray(int length, int leastBytes, int start)
    {
        if (length > _limits.MaxArrayLength)
            throw new DecodingException($"An array of {length} elements exceeds the limit of {_limits.MaxArrayLength}.", start);

        if ((long)length * leastBytes > Remaining)
        {
            throw new DecodingException($"An array of {length} elements needs {(long)length * leastBytes} bytes or "
                + $"more; {Remaining} are left.", start);
        }
    }

    private int ReadLength(string what, int limit)
    {
        int start = _position;
        int length = ReadInt32();
        if (length < -1 || length > limit)
            throw new DecodingException($"A {what} of {length} bytes is not accepted; the limit is {limit}.", start);

        if (length > Remaining)
            throw new DecodingException($"A {what} of {length} bytes is claimed; {Remaining} are left.", start);

        return length;
    }

    private readonly void ThrowEnd(int count) =>
        throw new DecodingException($"The message ends; {count} more bytes were expected, {Remaining} are left.", _position);
}
