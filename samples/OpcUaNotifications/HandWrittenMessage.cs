using System.Buffers;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A publish response with the members for pooling written by hand.</summary>
internal sealed class HandWrittenMessage : IPooledEncodeable
{
    private EncodeableState _state;
    private uint[]? _rented;
    private MessageHead _head;

    public static EncodeablePool<HandWrittenMessage> Pool { get; } = EncodeablePool.Create(static () => new HandWrittenMessage());

    /// <summary>Gets the values. They stay with the message, for the next one that is decoded into the same object.</summary>
    public EncodeableList<HandWrittenItem> Items { get; } = new(HandWrittenItem.Pool);

    /// <summary>Gets the numbers of the messages that the server still holds, in a rented array.</summary>
    public uint[]? Available { get; private set; }

    public int AvailableCount { get; private set; }

    public uint SubscriptionId => _head.SubscriptionId;

    public uint SequenceNumber => _head.SequenceNumber;

    /// <summary>Gets the number of acknowledgements that the server refused.</summary>
    public int Refused => _head.RefusedAcknowledgements;

    ref EncodeableState IPooledEncodeable.PoolState => ref _state;

    void IPooledEncodeable.Reset()
    {
        Items.Clear();
        EncodeablePool.ReturnArray(ref _rented, Available); // before the member is set back
        Available = null;
        AvailableCount = 0;
        _head = default;
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => nested.Visit(Items);

    /// <summary>Decodes a publish response.</summary>
    /// <exception cref="InvalidDataException">The bytes are none, or one that is not supported.</exception>
    public void Decode(ReadOnlySpan<byte> message)
    {
        var reader = new BufferReader(message);
        _head.ReadResponse(ref reader);
        RentAvailable(Math.Max(0, MessageHead.ReadCount(ref reader, sizeof(uint))));
        reader.ReadLittleEndian(Available.AsSpan(0, AvailableCount));
        foreach (HandWrittenItem item in Items.AddRange(_head.ReadMessage(ref reader), MessageHead.MaxCount))
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
        foreach (HandWrittenItem item in Items.Span)
            item.Encode(writer);

        _head.WriteEnd(writer);
    }

    private void RentAvailable(int count)
    {
        Available = EncodeablePool.RentArray(ref _rented, count, MessageHead.MaxCount);
        AvailableCount = count;
    }
}

/// <summary>A value of a monitored item.</summary>
internal sealed class HandWrittenItem : IPooledEncodeable
{
    private EncodeableState _state;
    private DataValue _value;

    public static EncodeablePool<HandWrittenItem> Pool { get; } = EncodeablePool.Create(static () => new HandWrittenItem());

    /// <summary>Gets the number by which the client knows the item.</summary>
    public uint ClientHandle { get; private set; }

    public ref readonly DataValue Value => ref _value;

    ref EncodeableState IPooledEncodeable.PoolState => ref _state;

    void IPooledEncodeable.Reset()
    {
        ClientHandle = 0;
        _value = default;
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
    }

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
