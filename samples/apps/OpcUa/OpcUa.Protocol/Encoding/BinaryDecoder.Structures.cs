using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Encoding;

/// <content>Composed types.</content>
public ref partial struct BinaryDecoder
{
    private const int DiagnosticInfoSize = 56; // of its fields

    public NodeId ReadNodeId() => ReadNodeId(ReadByte());

    /// <summary>Reads the type of a request or response.</summary>
    /// <returns>The number of the encoding id; 0 if it is not a number in namespace 0.</returns>
    public uint ReadMessageId() => ReadNodeId() is { NamespaceIndex: 0, Kind: NodeIdKind.Numeric } id ? id.Number : 0;

    public ExpandedNodeId ReadExpandedNodeId()
    {
        byte form = ReadByte();
        NodeId id = ReadNodeId((byte)(form & 0x3F));
        string? uri = (form & 0x80) != 0 ? ReadString() : null;
        return new ExpandedNodeId(id, uri, (form & 0x40) != 0 ? ReadUInt32() : 0);
    }

    public ExtensionObject ReadExtensionObject()
    {
        NodeId type = ReadNodeId();
        int start = Position;
        byte encoding = ReadByte();
        return encoding switch
        {
            0 => new ExtensionObject(type, null),
            1 or 2 => new ExtensionObject(type, ReadByteString(), IsXml: encoding == 2),
            _ => throw new DecodingException($"A structure cannot have the encoding {encoding}.", start),
        };
    }

    /// <summary>Reads a structure of a known type into a rented object.</summary>
    /// <returns><see langword="null"/> if the structure has no body or an unknown type; then its bytes are skipped.</returns>
    public IBinaryEncodeable? ReadEncodeable(EncodeableTypeRegistry<NodeId> types)
    {
        NodeId type = ReadNodeId();
        int end = BeginStructure();
        if (end < 0)
            return null;

        IBinaryEncodeable? body = null;
        if (types.TryRent(type, Scope, out IPooledEncodeable? item))
        {
            body = (IBinaryEncodeable)item;
            Enter();
            body.Decode(ref this);
            Leave();
        }

        EndStructure(end);
        return body;
    }

    /// <summary>Skips a structure with its type.</summary>
    public void SkipExtensionObject()
    {
        SkipNodeId();
        EndStructure(BeginStructure());
    }

    /// <summary>Reads the fields between the type of a structure and its body. Call <see cref="EndStructure"/> afterwards.</summary>
    /// <returns>The end of the body; -1 if there is none, or if it is XML, which is skipped.</returns>
    public int BeginStructure()
    {
        int start = Position;
        byte encoding = ReadByte();
        if (encoding == 0)
            return -1;

        if (encoding > 2)
            throw new DecodingException($"A structure cannot have the encoding {encoding}.", start);

        int length = ReadLength("structure", _limits.MaxByteStringLength);
        if (length < 0)
            return -1;

        if (encoding == 1)
            return Position + length;

        _reader.Advance(length);
        return -1;
    }

    /// <summary>Skips the unread rest of a structure, which has an unknown type or additional fields of a newer version.</summary>
    public void EndStructure(int end)
    {
        if (end < 0)
            return;

        if (Position > end)
            throw new DecodingException($"A structure is {Position - end} bytes longer than its length field says.", end);

        _reader.Advance(end - Position);
    }

    public DataValue ReadDataValue()
    {
        Enter();
        byte mask = ReadByte();
        Variant value = default;
        if ((mask & 0x01) != 0)
            value = ReadVariant(); // directly into the local, since a copy would have to wait for the parts

        StatusCode status = (mask & 0x02) != 0 ? ReadStatusCode() : default;
        DateTime sourceTime = (mask & 0x04) != 0 ? ReadDateTime() : default;
        ushort sourcePicoseconds = (mask & 0x10) != 0 ? ReadUInt16() : (ushort)0;
        DateTime serverTime = (mask & 0x08) != 0 ? ReadDateTime() : default;
        ushort serverPicoseconds = (mask & 0x20) != 0 ? ReadUInt16() : (ushort)0;
        Leave();
        return new DataValue(value, status, sourceTime, serverTime, sourcePicoseconds, serverPicoseconds);
    }

    public DiagnosticInfo? ReadDiagnosticInfo()
    {
        byte mask = ReadByte();
        if (mask == 0)
            return null;

        Enter();
        CountCreated(1, DiagnosticInfoSize);
        int symbolicId = (mask & 0x01) != 0 ? ReadInt32() : -1;
        int namespaceUri = (mask & 0x02) != 0 ? ReadInt32() : -1;
        int locale = (mask & 0x08) != 0 ? ReadInt32() : -1;
        int localizedText = (mask & 0x04) != 0 ? ReadInt32() : -1;
        var info = new DiagnosticInfo
        {
            SymbolicId = symbolicId,
            NamespaceUri = namespaceUri,
            Locale = locale,
            LocalizedText = localizedText,
            AdditionalInfo = (mask & 0x10) != 0 ? ReadString() : null,
            InnerStatusCode = (mask & 0x20) != 0 ? ReadStatusCode() : default,
            InnerDiagnosticInfo = (mask & 0x40) != 0 ? ReadDiagnosticInfo() : null,
        };
        Leave();
        return info;
    }

    private NodeId ReadNodeId(byte form) => form switch
    {
        0 => new NodeId(ReadByte()),
        1 => ReadFourByteNodeId(),
        2 => ReadNumericNodeId(),
        3 => ReadStringNodeId(),
        4 => ReadGuidNodeId(),
        5 => ReadOpaqueNodeId(),
        _ => throw new DecodingException($"A node id cannot have the form {form}.", Position - 1),
    };

    private NodeId ReadFourByteNodeId()
    {
        ushort space = ReadByte();
        return new NodeId(ReadUInt16(), space);
    }

    private NodeId ReadNumericNodeId()
    {
        ushort space = ReadUInt16();
        return new NodeId(ReadUInt32(), space);
    }

    private NodeId ReadStringNodeId()
    {
        ushort space = ReadUInt16();
        return new NodeId(ReadString(), space);
    }

    private NodeId ReadGuidNodeId()
    {
        ushort space = ReadUInt16();
        return new NodeId(ReadGuid(), space);
    }

    private NodeId ReadOpaqueNodeId()
    {
        ushort space = ReadUInt16();
        int length = ReadLength("byte string", _limits.MaxByteStringLength);
        if (length < 0)
            return new NodeId((byte[]?)null, space);

        ReadOnlySpan<byte> bytes = Take(length);
        return KnownNodeId.Bytes is { } known && KnownNodeId.NamespaceIndex == space && bytes.SequenceEqual(known)
            ? KnownNodeId
            : MakeOpaqueNodeId(bytes, space);
    }

    private NodeId MakeOpaqueNodeId(ReadOnlySpan<byte> bytes, ushort space)
    {
        CountCreated(bytes.Length, sizeof(byte));
        return new NodeId(bytes.ToArray(), space);
    }

    private void SkipNodeId()
    {
        int form = ReadByte() & 0x3F;
        switch (form)
        {
            case 0: Take(1); break;
            case 1: Take(3); break;
            case 2: Take(6); break;
            case 4: Take(18); break;
            case 3 or 5:
                Take(sizeof(ushort));
                Take(Math.Max(0, ReadLength("byte string", _limits.MaxByteStringLength)));
                break;
            default: throw new DecodingException($"A node id cannot have the form {form}.", Position - 1);
        }
    }
}
