using System.Diagnostics.CodeAnalysis;
using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Encoding;

/// <summary>Reads the binary encoding of OPC 10000-6, 5.2, from a span.
/// Objects and arrays are rented through the scope of the message.</summary>
/// <remarks>A length is checked against the remaining bytes before anything is rented or created for it.</remarks>
public ref partial struct BinaryDecoder
{
    private readonly DecodingLimits _limits;
    private BufferReader _reader;
    private int _depth;
    private long _created; // bytes of arrays, strings and objects
    private long _owed; // the minimum number of bytes that the elements of outer arrays still need

    /// <param name="bytes">The bytes to read.</param>
    /// <param name="scope">Owns the decoded objects. Without a scope, arrays of values are created with <c>new</c>,
    /// and pooled objects cannot be read.</param>
    /// <param name="limits">The limits.</param>
    public BinaryDecoder(ReadOnlySpan<byte> bytes, PooledScope scope = default, DecodingLimits? limits = null)
    {
        _reader = new BufferReader(bytes);
        Scope = scope;
        _limits = limits ?? DecodingLimits.Default;
    }

    /// <summary>Gets the owner of the decoded objects.</summary>
    public PooledScope Scope { get; }

    /// <summary>A node id that is likely to be read, such as the token of a session.
    /// It is returned instead of a copy of its bytes.</summary>
    public NodeId KnownNodeId { get; init; }

    public readonly int Position => _reader.Consumed;

    public readonly int Remaining => _reader.Remaining;

    public bool ReadBoolean() => ReadByte() != 0;

    public sbyte ReadSByte() => (sbyte)ReadByte();

    public byte ReadByte()
    {
        if (!_reader.TryReadByte(out byte value))
            ThrowEnd(sizeof(byte));

        return value;
    }

    public short ReadInt16()
    {
        if (!_reader.TryReadInt16LittleEndian(out short value))
            ThrowEnd(sizeof(short));

        return value;
    }

    public ushort ReadUInt16()
    {
        if (!_reader.TryReadUInt16LittleEndian(out ushort value))
            ThrowEnd(sizeof(ushort));

        return value;
    }

    public int ReadInt32()
    {
        if (!_reader.TryReadInt32LittleEndian(out int value))
            ThrowEnd(sizeof(int));

        return value;
    }

    public uint ReadUInt32()
    {
        if (!_reader.TryReadUInt32LittleEndian(out uint value))
            ThrowEnd(sizeof(uint));

        return value;
    }

    public long ReadInt64()
    {
        if (!_reader.TryReadInt64LittleEndian(out long value))
            ThrowEnd(sizeof(long));

        return value;
    }

    public ulong ReadUInt64()
    {
        if (!_reader.TryReadUInt64LittleEndian(out ulong value))
            ThrowEnd(sizeof(ulong));

        return value;
    }

    public float ReadFloat()
    {
        if (!_reader.TryReadSingleLittleEndian(out float value))
            ThrowEnd(sizeof(float));

        return value;
    }

    public double ReadDouble()
    {
        if (!_reader.TryReadDoubleLittleEndian(out double value))
            ThrowEnd(sizeof(double));

        return value;
    }

    public DateTime ReadDateTime() => OpcTime.FromWire(ReadInt64());

    public Guid ReadGuid()
    {
        if (!_reader.TryReadGuidLittleEndian(out Guid value))
            ThrowEnd(16);

        return value;
    }

    public StatusCode ReadStatusCode() => new(ReadUInt32());

    public string? ReadString()
    {
        int length = ReadLength("string", _limits.MaxStringLength);
        if (length < 0)
            return null;

        CountCreated(length, sizeof(char));
        return System.Text.Encoding.UTF8.GetString(Take(length));
    }

    /// <summary>Reads a string in place.</summary>
    /// <returns>The UTF-8 bytes, valid as long as the message; empty for a null string.</returns>
    public ReadOnlySpan<byte> ReadUtf8()
    {
        int length = ReadLength("string", _limits.MaxStringLength);
        return length <= 0 ? default : Take(length);
    }

    public byte[]? ReadByteString()
    {
        int length = ReadLength("byte string", _limits.MaxByteStringLength);
        if (length < 0)
            return null;

        CountCreated(length, sizeof(byte));
        return Take(length).ToArray();
    }

    public XmlElement ReadXmlElement() => new(ReadString());

    public QualifiedName ReadQualifiedName() => new(ReadUInt16(), ReadString());

    public LocalizedText ReadLocalizedText()
    {
        byte mask = ReadByte();
        string? locale = (mask & 0x01) != 0 ? ReadString() : null;
        return new LocalizedText(locale, (mask & 0x02) != 0 ? ReadString() : null);
    }

    /// <summary>Reads a length and rents an array of that length. The caller reads the elements.</summary>
    /// <param name="minBytes">The minimum number of bytes per element.</param>
    /// <returns><see langword="null"/> for a null array.</returns>
    public PooledArray<T>? RentArray<T>(int minBytes)
    {
        int length = ReadArrayLength(minBytes);
        return length < 0 ? null : Scope.RentArray<T>(length, _limits.MaxArrayLength);
    }

    /// <summary>Reads the length of an array of structures, and adds as many objects to a list that keeps them.</summary>
    /// <param name="parts">The list.</param>
    /// <param name="minBytes">The minimum number of bytes per element.</param>
    /// <returns>The added objects; none for a null array.</returns>
    internal ReadOnlySpan<T> AddParts<T>(EncodeableList<T> parts, int minBytes) where T : class, IPooledEncodeable
    {
        int length = ReadArrayLength(minBytes);
        return length < 0 ? [] : parts.AddRange(length, _limits.MaxArrayLength);
    }

    /// <summary>Reads the length of an array, and checks it against the limit and the remaining bytes.</summary>
    /// <param name="minBytes">The minimum number of bytes per element.</param>
    /// <returns>The length; -1 for a null array.</returns>
    public int ReadArrayLength(int minBytes)
    {
        int start = Position;
        int length = ReadInt32();
        if (length < -1)
            throw new DecodingException($"An array cannot have the length {length}.", start);

        CheckArray(length, minBytes, start);
        return length;
    }

    internal ReadOnlySpan<byte> Take(int count)
    {
        if (!_reader.TryReadBytes(count, out ReadOnlySpan<byte> bytes))
            ThrowEnd(count);

        return bytes;
    }

    internal void Enter()
    {
        if (++_depth > _limits.MaxNesting)
            throw new DecodingException($"Values are nested deeper than the limit of {_limits.MaxNesting}.", Position);
    }

    internal void Leave() => _depth--;

    /// <summary>Counts an array, a string or an object before it is created.</summary>
    private void CountCreated(int length, int elementSize)
    {
        const int ObjectSize = 24; // without its elements or fields

        _created += ObjectSize + ((long)length * elementSize);
        if (_created > _limits.MaxCreatedBytes)
        {
            throw new DecodingException($"A message needs more than {_limits.MaxCreatedBytes} bytes of memory.", Position,
                StatusCodes.BadEncodingLimitsExceeded);
        }
    }

    private readonly void CheckArray(int length, int minBytes, int start)
    {
        if (length > _limits.MaxArrayLength)
            throw new DecodingException($"An array of {length} elements exceeds the limit of {_limits.MaxArrayLength}.", start);

        long left = Remaining - _owed;
        if ((long)length * minBytes > left)
        {
            throw new DecodingException($"An array of {length} elements needs {(long)length * minBytes} bytes or "
                + $"more; {left} are left for it.", start);
        }
    }

    private int ReadLength(string what, int limit)
    {
        int start = Position;
        int length = ReadInt32();
        if (length < -1 || length > limit)
            throw new DecodingException($"A {what} of {length} bytes is not accepted; the limit is {limit}.", start);

        if (length > Remaining)
            throw new DecodingException($"A {what} of {length} bytes is claimed; {Remaining} are left.", start);

        return length;
    }

    [DoesNotReturn]
    private readonly void ThrowEnd(int count) =>
        throw new DecodingException($"The message ends; {count} more bytes were expected, {Remaining} are left.", Position);
}
