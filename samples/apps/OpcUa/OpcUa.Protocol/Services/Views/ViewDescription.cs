using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>A part of the address space; the default is all of it.</summary>
public readonly record struct ViewDescription(
    NodeId ViewId,
    DateTime Timestamp,
    uint ViewVersion) : IStructure<ViewDescription>
{
    public static int MinBytes => 14;

    public static ViewDescription Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadNodeId(),
        decoder.ReadDateTime(),
        decoder.ReadUInt32());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(ViewId);
        encoder.WriteDateTime(Timestamp);
        encoder.WriteUInt32(ViewVersion);
    }
}
