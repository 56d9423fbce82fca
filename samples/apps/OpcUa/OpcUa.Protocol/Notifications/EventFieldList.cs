using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>The selected fields of one event.</summary>
[PooledEncodeable]
public sealed partial class EventFieldList : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(919);

    public uint ClientHandle { get; set; }

    /// <summary>The fields, in the order of the filter's clauses. Owned.</summary>
    public PooledArray<Variant>? Fields { get; set; }

    public NodeId BinaryEncodingId => EncodingId;

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(ClientHandle);
        encoder.WriteInt32(Fields?.Length ?? -1);
        if (Fields is null)
            return;

        foreach (ref readonly Variant field in Fields.Span)
            encoder.WriteVariant(field);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        ClientHandle = decoder.ReadUInt32();
        Fields = decoder.RentArray<Variant>(minBytes: 1);
        if (Fields is null)
            return;

        foreach (ref Variant field in Fields.Span)
            field = decoder.ReadVariant();
    }
}
