using System.Buffers;
using System.Buffers.Binary;
using System.Text.Unicode;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A value with its status and times (OPC 10000-6, 5.2.2.17), of a built-in type of fixed size or a string. The text of a string
/// is kept by the notification that contains the value.</summary>
internal struct DataValue
{
    /// <summary>The maximum length of a string, in bytes.</summary>
    public const int MaxTextLength = 4096;

    private const byte HasValue = 0x01, HasStatus = 0x02, HasSourceTime = 0x04, HasServerTime = 0x08;
    private const byte HasSourcePicoseconds = 0x10, HasServerPicoseconds = 0x20, AllFields = 0x3F;

    private static readonly DateTime s_epoch = new(1601, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private long _bits; // the value as it was encoded, or the length of the text
    private long _sourceTime; // in units of 100 ns since 1601
    private long _serverTime;
    private ushort _sourcePicoseconds; // in units of 10 ps
    private ushort _serverPicoseconds;
    private byte _fields;
    private BuiltInType _type;

    private enum BuiltInType : byte
    {
        Null, Boolean, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float, Double, String, DateTime,
        StatusCode = 19,
    }

    /// <summary>Gets the status code; 0 is good.</summary>
    public uint Status { get; private set; }

    /// <summary>Gets a value that indicates whether the status is good: neither bad nor uncertain.</summary>
    public readonly bool IsGood => Status >> 30 == 0;

    /// <summary>Gets the length of the string in bytes, or -1 for a null string or another type.</summary>
    public readonly int TextLength => _type == BuiltInType.String ? (int)_bits : -1;

    /// <summary>Gets the time at which the source sampled the value, in UTC; <see langword="default"/> if there is none.</summary>
    public readonly DateTime SourceTime => _sourceTime <= 0 ? default
        : _sourceTime >= (DateTime.MaxValue - s_epoch).Ticks ? DateTime.MaxValue
        : s_epoch.AddTicks(_sourceTime);

    /// <summary>Attempts to get the value as a number. A Boolean is 0 or 1.</summary>
    /// <returns><see langword="false"/> if there is no value, or it is no number.</returns>
    public readonly bool TryGetNumber(out double number)
    {
        number = _type switch
        {
            BuiltInType.Boolean => _bits == 0 ? 0 : 1,
            BuiltInType.SByte => (sbyte)_bits,
            BuiltInType.Int16 => (short)_bits,
            BuiltInType.Int32 => (int)_bits,
            BuiltInType.UInt64 => (ulong)_bits,
            BuiltInType.Float => BitConverter.UInt32BitsToSingle((uint)_bits),
            BuiltInType.Double => BitConverter.Int64BitsToDouble(_bits),
            _ => _bits,
        };
        return _type is >= BuiltInType.Boolean and <= BuiltInType.Double;
    }

    /// <summary>Reads a value. The text of a string is UTF-8 and part of the message; it is empty for other types.</summary>
    /// <exception cref="InvalidDataException">The bytes are malformed, or hold what the sample does not support.</exception>
    public static void Read(ref BufferReader reader, out DataValue value, out ReadOnlySpan<byte> text)
    {
        value = default;
        text = default;
        byte fields = value._fields = reader.ReadByte();
        if ((fields & ~AllFields) != 0)
            throw new InvalidDataException($"The field mask 0x{fields:X2} has unknown bits.");

        if ((fields & HasValue) != 0)
            value.ReadVariant(ref reader, out text);

        value.Status = (fields & HasStatus) != 0 ? reader.ReadUInt32LittleEndian() : 0;
        value._sourceTime = (fields & HasSourceTime) != 0 ? reader.ReadInt64LittleEndian() : 0;
        value._sourcePicoseconds = (fields & HasSourcePicoseconds) != 0 ? reader.ReadUInt16LittleEndian() : (ushort)0;
        value._serverTime = (fields & HasServerTime) != 0 ? reader.ReadInt64LittleEndian() : 0;
        value._serverPicoseconds = (fields & HasServerPicoseconds) != 0 ? reader.ReadUInt16LittleEndian() : (ushort)0;
    }

    /// <summary>Writes the value as it was read, with the text that <see cref="Read"/> returned.</summary>
    public readonly void Write(IBufferWriter<byte> writer, ReadOnlySpan<byte> text)
    {
        writer.WriteByte(_fields);
        if ((_fields & HasValue) != 0)
        {
            Span<byte> bits = stackalloc byte[sizeof(long)];
            BinaryPrimitives.WriteInt64LittleEndian(bits, _bits);
            writer.WriteByte((byte)_type);
            writer.Write(bits[..SizeOf(_type)]);
            writer.Write(text);
        }

        if ((_fields & HasStatus) != 0)
            writer.WriteUInt32LittleEndian(Status);

        if ((_fields & HasSourceTime) != 0)
            writer.WriteInt64LittleEndian(_sourceTime);

        if ((_fields & HasSourcePicoseconds) != 0)
            writer.WriteUInt16LittleEndian(_sourcePicoseconds);

        if ((_fields & HasServerTime) != 0)
            writer.WriteInt64LittleEndian(_serverTime);

        if ((_fields & HasServerPicoseconds) != 0)
            writer.WriteUInt16LittleEndian(_serverPicoseconds);
    }

    private void ReadVariant(ref BufferReader reader, out ReadOnlySpan<byte> text)
    {
        _type = (BuiltInType)reader.ReadByte(); // with two flags for arrays, which SizeOf refuses
        Span<byte> bits = stackalloc byte[sizeof(long)];
        reader.ReadBytes(SizeOf(_type)).CopyTo(bits);
        _bits = BinaryPrimitives.ReadInt64LittleEndian(bits);
        if (_type == BuiltInType.String && TextLength is (< -1 or > MaxTextLength))
            throw new InvalidDataException($"A string cannot have {TextLength} bytes; at most {MaxTextLength} are read.");

        text = reader.ReadBytes(Math.Max(0, TextLength));
        if (!Utf8.IsValid(text))
            throw new InvalidDataException("A string is not valid UTF-8.");
    }

    /// <summary>Returns the size of a type in bytes: of a string, that of its length.</summary>
    private static int SizeOf(BuiltInType type) => type switch
    {
        BuiltInType.Null => 0,
        BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte => 1,
        BuiltInType.Int16 or BuiltInType.UInt16 => 2,
        BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float or BuiltInType.String or BuiltInType.StatusCode => 4,
        BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double or BuiltInType.DateTime => 8,
        _ => throw new InvalidDataException($"A value with the encoding 0x{(byte)type:X2} is not supported."),
    };
}
