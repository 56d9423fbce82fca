using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Attributes;

/// <summary>A value for an attribute of a node.</summary>
public readonly record struct WriteValue(
    NodeId NodeId,
    uint AttributeId,
    string? IndexRange,
    DataValue Value) : IStructure<WriteValue>
{
    public static int MinBytes => 11;

    public static WriteValue Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadNodeId(),
        decoder.ReadUInt32(),
        decoder.ReadString(),
        decoder.ReadDataValue());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(NodeId);
        encoder.WriteUInt32(AttributeId);
        encoder.WriteString(IndexRange);
        encoder.WriteDataValue(Value);
    }
}
