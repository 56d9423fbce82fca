using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.Client.Browsing;

/// <summary>A <see cref="BrowseRequest"/> for many nodes with the same description. The request keeps its list.</summary>
public sealed class BrowseBatch : IServiceRequest
{
    public uint EncodingId => BrowseRequest.Id;

    public RequestHeader Header { get; } = new();

    public List<NodeId> Nodes { get; } = [];

    /// <summary>The description for all nodes; its node id is ignored.</summary>
    public BrowseDescription Description { get; set; }

    /// <summary>The maximum number of references per node in a response; 0 leaves it to the server.</summary>
    public uint ReferencesPerNode { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        default(ViewDescription).Encode(encoder);
        encoder.WriteUInt32(ReferencesPerNode);
        encoder.WriteInt32(Nodes.Count);
        foreach (NodeId node in Nodes)
            (Description with { NodeId = node }).Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder) =>
        throw new NotSupportedException("A BrowseBatch can only be encoded. Decode a BrowseRequest instead.");
}
