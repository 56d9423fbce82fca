using System.Buffers;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A publish response that is created anew for each message, with all of its values.</summary>
internal sealed class PlainMessage
{
    private MessageHead _head;

    public List<PlainItem> Items { get; } = [];

    /// <summary>Gets the numbers of the messages that the server still holds.</summary>
    public uint[] Available { get; private set; } = [];

    public uint SubscriptionId => _head.SubscriptionId;

    public uint SequenceNumber => _head.SequenceNumber;

    /// <summary>Gets the number of acknowledgements that the server refused.</summary>
    public int Refused => _head.RefusedAcknowledgements;

    /// <summary>Decodes a publish response.</summary>
    /// <exception cref="InvalidDataException">The bytes are none, or one that is not supported.</exception>
    public void Decode(ReadOnlySpan<byte> message)
    {
        var reader = new BufferReader(message);
        _head.ReadResponse(ref reader);
        Available = new uint[Math.Max(0, MessageHead.ReadCount(ref reader, sizeof(uint)))];
        reader.ReadLittleEndian(Available.AsSpan());
        int count = _head.ReadMessage(ref reader);
        Items.EnsureCapacity(count);
        for (int i = 0; i < count; i++)
        {
            var item = new PlainItem();
            item.Decode(ref reader);
            Items.Add(item);
        }

        _head.ReadEnd(ref reader);
    }

    /// <summary>Encodes the message again.</summary>
    public void Encode(IBufferWriter<byte> writer)
    {
        _head.WriteResponse(writer);
        writer.WriteInt32LittleEndian(Available.Length);
        writer.WriteLittleEndian<uint>(Available);
        _head.WriteMessage(writer, Items.Count);
        foreach (PlainItem item in Items)
            item.Encode(writer);

        _head.WriteEnd(writer);
    }
}

/// <summary>A value of a monitored item.</summary>
internal sealed class PlainItem
{
    private DataValue _value;

    /// <summary>Gets the number by which the client knows the item.</summary>
    public uint ClientHandle { get; private set; }

    public ref readonly DataValue Value => ref _value;

    public void Decode(ref BufferReader reader)
    {
        ClientHandle = reader.ReadUInt32LittleEndian();
        _value = DataValue.Read(ref reader);
    }

    public void Encode(IBufferWriter<byte> writer)
    {
        writer.WriteUInt32LittleEndian(ClientHandle);
        _value.Write(writer);
    }
}
