using System.Buffers;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using Pooling.Buffers;
using Pooling.Objects;

namespace OpcUa.Protocol.Encoding;

/// <content>Messages, and structures with their type and length.</content>
public readonly partial struct BinaryEncoder
{
    /// <summary>Writes a request or response: its id, its header and its fields.</summary>
    public void WriteMessage(IServiceMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);

        WriteNodeId(new NodeId(message.EncodingId));
        message.Encode(this);
    }

    /// <summary>Writes an object as a structure with its type id and length.</summary>
    public void WriteEncodeable(IBinaryEncodeable? value)
    {
        if (value is null)
        {
            WriteNodeId(default);
            WriteByte(0);
            return;
        }

        WriteNodeId(value.BinaryEncodingId);
        WriteByte(1);
        switch (_writer) // the length is written first, but known last
        {
            case ILengthWriter chunks:
                LengthMark mark = chunks.BeginLength();
                value.Encode(this);
                chunks.EndLength(mark);
                break;
            case PooledArrayBufferWriter<byte> array:
                BufferReservation<byte> length = array.Reserve(sizeof(int));
                value.Encode(this);
                length.PatchLengthLittleEndian();
                break;
            default:
                WriteCopied(value);
                break;
        }
    }

    private void WriteCopied(IBinaryEncodeable value)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> body = PooledArrayBufferWriter.Rent();
        value.Encode(new BinaryEncoder(body.Value));
        WriteInt32(body.Value.WrittenCount);
        _writer.Write(body.Value.WrittenSpan);
    }
}
