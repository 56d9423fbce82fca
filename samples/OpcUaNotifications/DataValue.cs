using System.Buffers;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A value with its status and times (OPC UA Part 6, 5.2.2.17). Of the built-in types it has the scalars that servers send most,
/// and refuses others.</summary>
internal struct DataValue
{
    private const int MaxTextLength = 64 * 1024;

    private byte _mask; // which of the fields are there
    private BuiltInType _type;
    private long _bits;
    private string? _text;
    private uint _status;
    private long _sourceTime;
    private ushort _sourcePicoseconds;
    private long _serverTime;
    private ushort _serverPicoseconds;

    private enum BuiltInType : byte
    {
        Null = 0,
        Boolean = 1,
        Int32 = 6,
        UInt32 = 7,
        Int64 = 8,
        Double = 11,
        String = 12,
    }

    /// <summary>Gets the value as a number; NaN if it is none.</summary>
    public readonly double AsDouble => _type switch
    {
        BuiltInType.Double => BitConverter.Int64BitsToDouble(_bits),
        BuiltInType.Null or BuiltInType.String => double.NaN,
        _ => _bits,
    };

    /// <summary>Gets the text; <see langword="null"/> if the value is none.</summary>
    public readonly string? Text => _text;

    /// <summary>Gets the status code. 0 is good.</summary>
    public readonly uint Status => _status;

    /// <summary>Gets the time at which the source had the value.</summary>
    public readonly DateTime SourceTime => DateTime.FromFileTimeUtc(Math.Clamp(_sourceTime, 0, DateTime.MaxValue.ToFileTimeUtc()));

    /// <summary>Reads a value.</summary>
    /// <exception cref="InvalidDataException">The bytes are no value, or one of a type that is not supported.</exception>
    public static DataValue Read(ref BufferReader reader)
    {
        var value = new DataValue { _mask = reader.ReadByte() };
        if ((value._mask & 1) != 0)
            value.ReadVariant(ref reader);

        if ((value._mask & 2) != 0)
            value._status = reader.ReadUInt32LittleEndian();

        if ((value._mask & 4) != 0)
            value._sourceTime = reader.ReadInt64LittleEndian();

        if ((value._mask & 16) != 0)
            value._sourcePicoseconds = reader.ReadUInt16LittleEndian();

        if ((value._mask & 8) != 0)
            value._serverTime = reader.ReadInt64LittleEndian();

        if ((value._mask & 32) != 0)
            value._serverPicoseconds = reader.ReadUInt16LittleEndian();

        return value._mask < 64 ? value : throw new InvalidDataException($"The mask of a value is {value._mask}.");
    }

    /// <summary>Writes the bytes that <see cref="Read"/> has read.</summary>
    public readonly void Write(IBufferWriter<byte> writer)
    {
        writer.WriteByte(_mask);
        if ((_mask & 1) != 0)
            WriteVariant(writer);

        if ((_mask & 2) != 0)
            writer.WriteUInt32LittleEndian(_status);

        if ((_mask & 4) != 0)
            writer.WriteInt64LittleEndian(_sourceTime);

        if ((_mask & 16) != 0)
            writer.WriteUInt16LittleEndian(_sourcePicoseconds);

        if ((_mask & 8) != 0)
            writer.WriteInt64LittleEndian(_serverTime);

        if ((_mask & 32) != 0)
            writer.WriteUInt16LittleEndian(_serverPicoseconds);
    }

    private void ReadVariant(ref BufferReader reader)
    {
        _type = (BuiltInType)reader.ReadByte();
        switch (_type)
        {
            case BuiltInType.Null:
                break;

            case BuiltInType.Boolean:
                _bits = reader.ReadByte();
                break;

            case BuiltInType.Int32:
                _bits = reader.ReadInt32LittleEndian();
                break;

            case BuiltInType.UInt32:
                _bits = reader.ReadUInt32LittleEndian();
                break;

            case BuiltInType.Int64 or BuiltInType.Double:
                _bits = reader.ReadInt64LittleEndian();
                break;

            case BuiltInType.String:
                _bits = reader.ReadInt32LittleEndian();
                if (_bits > MaxTextLength || _bits < -1)
                    throw new InvalidDataException($"A text has {_bits} bytes.");

                _text = _bits < 0 ? null : reader.ReadUtf8((int)_bits);
                break;

            default:
                throw new InvalidDataException($"Values of type {(byte)_type} are not supported.");
        }
    }

    private readonly void WriteVariant(IBufferWriter<byte> writer)
    {
        writer.WriteByte((byte)_type);
        switch (_type)
        {
            case BuiltInType.Boolean:
                writer.WriteByte((byte)_bits);
                break;

            case BuiltInType.Int32 or BuiltInType.UInt32:
                writer.WriteUInt32LittleEndian((uint)_bits);
                break;

            case BuiltInType.Int64 or BuiltInType.Double:
                writer.WriteInt64LittleEndian(_bits);
                break;

            case BuiltInType.String:
                writer.WriteUInt32LittleEndian((uint)_bits);
                writer.WriteUtf8(_text);
                break;
        }
    }
}
