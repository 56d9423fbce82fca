using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Client.After;

/// <summary>A view of a reference in the receive buffer. Its texts remain UTF-8, so nothing is allocated for them.</summary>
/// <remarks>Valid until the callback returns. Node ids that are not numeric are separate objects.</remarks>
public readonly ref struct ReferenceView
{
    /// <summary>Reads a reference.</summary>
    /// <exception cref="DecodingException">The data is malformed.</exception>
    public ReferenceView(ref BinaryDecoder decoder)
    {
        ReferenceTypeId = decoder.ReadNodeId();
        IsForward = decoder.ReadBoolean();
        NodeId = decoder.ReadExpandedNodeId();
        BrowseNamespace = decoder.ReadUInt16();
        BrowseName = decoder.ReadUtf8();
        byte mask = decoder.ReadByte();
        Locale = (mask & 0x01) != 0 ? decoder.ReadUtf8() : default;
        DisplayName = (mask & 0x02) != 0 ? decoder.ReadUtf8() : default;
        NodeClass = decoder.ReadUInt32();
        TypeDefinition = decoder.ReadExpandedNodeId();
    }

    public NodeId ReferenceTypeId { get; }

    public bool IsForward { get; }

    /// <summary>The target node.</summary>
    public ExpandedNodeId NodeId { get; }

    /// <summary>The namespace of <see cref="BrowseName"/>.</summary>
    public ushort BrowseNamespace { get; }

    /// <summary>The browse name, in UTF-8.</summary>
    public ReadOnlySpan<byte> BrowseName { get; }

    /// <summary>The language of <see cref="DisplayName"/>, in UTF-8; empty if there is none.</summary>
    public ReadOnlySpan<byte> Locale { get; }

    /// <summary>The display name, in UTF-8.</summary>
    public ReadOnlySpan<byte> DisplayName { get; }

    public uint NodeClass { get; }

    public ExpandedNodeId TypeDefinition { get; }
}
