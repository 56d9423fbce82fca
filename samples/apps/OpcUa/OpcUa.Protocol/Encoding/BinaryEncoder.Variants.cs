using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;

namespace OpcUa.Protocol.Encoding;

/// <content>Variants.</content>
public readonly partial struct BinaryEncoder
{
    private const byte ArrayFlag = 0x80;
    private const byte DimensionsFlag = 0x40;

    public void WriteVariant(in Variant value)
    {
        if (!value.IsArray)
        {
            WriteByte((byte)value.Type);
            WriteScalar(value);
            return;
        }

        IReadOnlyList<int>? dimensions = value.Dimensions;
        WriteByte((byte)((byte)value.Type | ArrayFlag | (dimensions is null ? 0 : DimensionsFlag)));
        WriteInt32(value.Length);
        WriteElements(value);
        if (dimensions is null)
            return;

        WriteInt32(dimensions.Count);
        foreach (int dimension in dimensions)
            WriteInt32(dimension);
    }

    private void WriteScalar(in Variant value)
    {
        switch (value.Type)
        {
            case BuiltInType.Null: break;
            case BuiltInType.Boolean: WriteBoolean(value.Bits != 0); break;
            case BuiltInType.SByte or BuiltInType.Byte: WriteByte((byte)value.Bits); break;
            case BuiltInType.Int16 or BuiltInType.UInt16: WriteUInt16((ushort)value.Bits); break;
            case BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float or BuiltInType.StatusCode:
                WriteUInt32((uint)value.Bits);
                break;
            case BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double: WriteInt64(value.Bits); break;
            case BuiltInType.String: WriteString(value.Get<string?>()); break;
            case BuiltInType.DateTime: WriteDateTime(value.Get<DateTime>()); break;
            case BuiltInType.Guid: WriteGuid(value.Get<Guid>()); break;
            case BuiltInType.ByteString: WriteByteString(value.Get<byte[]?>()); break;
            case BuiltInType.XmlElement: WriteString(value.Get<XmlElement>().Text); break;
            case BuiltInType.NodeId: WriteNodeId(value.Get<NodeId>()); break;
            case BuiltInType.ExpandedNodeId: WriteExpandedNodeId(value.Get<ExpandedNodeId>()); break;
            case BuiltInType.QualifiedName: WriteQualifiedName(value.Get<QualifiedName>()); break;
            case BuiltInType.LocalizedText: WriteLocalizedText(value.Get<LocalizedText>()); break;
            case BuiltInType.ExtensionObject: WriteExtensionObject(value.Get<ExtensionObject>()); break;
            case BuiltInType.DataValue: WriteDataValue(value.Get<DataValue>()); break;
            case BuiltInType.DiagnosticInfo: WriteDiagnosticInfo(value.Get<DiagnosticInfo?>()); break;
            default: throw new NotSupportedException($"A variant cannot hold a single value of type {value.Type}.");
        }
    }

    private void WriteElements(in Variant array)
    {
        switch (array.Type)
        {
            case BuiltInType.Boolean: WriteElements<bool, BooleanCodec>(array); break;
            case BuiltInType.SByte: WriteNumbers<sbyte>(array); break;
            case BuiltInType.Byte: WriteNumbers<byte>(array); break;
            case BuiltInType.Int16: WriteNumbers<short>(array); break;
            case BuiltInType.UInt16: WriteNumbers<ushort>(array); break;
            case BuiltInType.Int32: WriteNumbers<int>(array); break;
            case BuiltInType.UInt32: WriteNumbers<uint>(array); break;
            case BuiltInType.Int64: WriteNumbers<long>(array); break;
            case BuiltInType.UInt64: WriteNumbers<ulong>(array); break;
            case BuiltInType.Float: WriteNumbers<float>(array); break;
            case BuiltInType.Double: WriteNumbers<double>(array); break;
            case BuiltInType.String: WriteElements<string?, StringCodec>(array); break;
            case BuiltInType.DateTime: WriteElements<DateTime, DateTimeCodec>(array); break;
            case BuiltInType.Guid: WriteElements<Guid, GuidCodec>(array); break;
            case BuiltInType.ByteString: WriteElements<byte[]?, ByteStringCodec>(array); break;
            case BuiltInType.XmlElement: WriteElements<XmlElement, XmlElementCodec>(array); break;
            case BuiltInType.NodeId: WriteElements<NodeId, NodeIdCodec>(array); break;
            case BuiltInType.ExpandedNodeId: WriteElements<ExpandedNodeId, ExpandedNodeIdCodec>(array); break;
            case BuiltInType.StatusCode: WriteElements<StatusCode, StatusCodeCodec>(array); break;
            case BuiltInType.QualifiedName: WriteElements<QualifiedName, QualifiedNameCodec>(array); break;
            case BuiltInType.LocalizedText: WriteElements<LocalizedText, LocalizedTextCodec>(array); break;
            case BuiltInType.ExtensionObject: WriteElements<ExtensionObject, ExtensionObjectCodec>(array); break;
            case BuiltInType.DataValue: WriteElements<DataValue, DataValueCodec>(array); break;
            case BuiltInType.Variant: WriteElements<Variant, VariantCodec>(array); break;
            case BuiltInType.DiagnosticInfo: WriteElements<DiagnosticInfo?, DiagnosticInfoCodec>(array); break;
            default: throw new NotSupportedException($"A variant cannot hold an array of type {array.Type}.");
        }
    }

    private void WriteNumbers<T>(in Variant array) where T : unmanaged => _writer.WriteLittleEndian(array.GetSpan<T>());

    private void WriteElements<T, TCodec>(in Variant array) where TCodec : struct, IElementCodec<T>
    {
        foreach (T element in array.GetSpan<T>())
            TCodec.Write(this, element);
    }
}
