using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;

namespace Pooling.Benchmarks.Application;

/// <summary>A request to read, in objects, as stacks had before they used structs.</summary>
internal sealed class ObjectReadRequest : IServiceRequest
{
    public uint EncodingId => ReadRequest.Id;

    public RequestHeader Header { get; } = new();

    internal List<ObjectReadValueId> NodesToRead { get; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteDouble(0);
        encoder.WriteInt32((int)TimestampsToReturn.Both);
        encoder.WriteInt32(NodesToRead.Count);
        foreach (ObjectReadValueId node in NodesToRead)
            new ReadValueId(node.Node, node.AttributeId, node.IndexRange).Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder) => throw new NotSupportedException();
}

/// <summary>The response to the request: an object for each value, with its number in a box.</summary>
internal sealed class ObjectReadResponse : IServiceResponse
{
    public uint EncodingId => ReadResponse.Id;

    public ResponseHeader Header { get; } = new();

    internal List<ObjectDataValue> Values { get; } = [];

    public void Encode(BinaryEncoder encoder) => throw new NotSupportedException();

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        int count = decoder.ReadArrayLength(minBytes: 1);
        Values.Capacity = count;
        for (int i = 0; i < count; i++)
            Values.Add(ReadValue(ref decoder));

        decoder.SkipDiagnosticInfos();
    }

    private static ObjectDataValue ReadValue(ref BinaryDecoder decoder)
    {
        byte mask = decoder.ReadByte();
        object? number = (mask & 0x01) != 0 && (BuiltInType)decoder.ReadByte() == BuiltInType.Double ? decoder.ReadDouble() : null;
        return new ObjectDataValue
        {
            Value = number,
            StatusCode = (mask & 0x02) != 0 ? decoder.ReadUInt32() : 0,
            SourceTimestamp = (mask & 0x04) != 0 ? decoder.ReadDateTime() : default,
            ServerTimestamp = (mask & 0x08) != 0 ? decoder.ReadDateTime() : default,
        };
    }
}

internal sealed record ObjectReadValueId(NodeId Node, uint AttributeId, string? IndexRange);

internal sealed class ObjectDataValue
{
    internal object? Value { get; init; }
    internal uint StatusCode { get; init; }
    internal DateTime SourceTimestamp { get; init; }
    internal DateTime ServerTimestamp { get; init; }
    internal ushort SourcePicoseconds { get; init; }
    internal ushort ServerPicoseconds { get; init; }
}
