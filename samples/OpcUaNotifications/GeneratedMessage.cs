using System.Buffers;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A publish response whose reset and pool are generated.</summary>
[PooledEncodeable]
internal sealed partial class GeneratedMessage
{
    private MessageHead _head;

    /// <summary>Gets the values. They stay with the message, for the next one that is decoded into the same object.</summary>
    public EncodeableList<GeneratedItem> Items { get; } = new(GeneratedItem.Pool);

    /// <summary>Gets the numbers of the messages that the server still holds, in a rented array.</summary>
    [RentedArray(nameof(AvailableCount))]
    public uint[]? Available { get; private set; }

    public int AvailableCount { get; private set; }

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
        RentAvailable(Math.Max(0, MessageHead.ReadCount(ref reader, sizeof(uint))), MessageHead.MaxCount);
        reader.ReadLittleEndian(Available.AsSpan(0, AvailableCount));
        foreach (GeneratedItem item in Items.AddRange(_head.ReadMessage(ref reader), MessageHead.MaxCount))
            item.Decode(ref reader);

        _head.ReadEnd(ref reader);
    }

    /// <summary>Encodes the message again.</summary>
    public void Encode(IBufferWriter<byte> writer)
    {
        _head.WriteResponse(writer);
        writer.WriteInt32LittleEndian(AvailableCount);
        writer.WriteLittleEndian<uint>(Available.AsSpan(0, AvailableCount));
        _head.WriteMessage(writer, Items.Count);
        foreach (GeneratedItem item in Items.Span)
            item.Encode(writer);

        _head.WriteEnd(writer);
    }
}

/// <summary>A value of a monitored item.</summary>
[PooledEncodeable]
internal sealed partial class GeneratedItem
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
