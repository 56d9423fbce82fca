using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>Follows references from nodes.</summary>
public sealed class BrowseRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 527;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public ViewDescription View { get; set; }

    /// <summary>The maximum number of references per node; 0 leaves it to the server.</summary>
    public uint RequestedMaxReferencesPerNode { get; set; }

    public BrowseDescription[] NodesToBrowse { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        View.Encode(encoder);
        encoder.WriteUInt32(RequestedMaxReferencesPerNode);
        encoder.WriteStructures(NodesToBrowse);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        View = ViewDescription.Decode(ref decoder);
        RequestedMaxReferencesPerNode = decoder.ReadUInt32();
        NodesToBrowse = decoder.ReadStructures<BrowseDescription>();
    }
}
