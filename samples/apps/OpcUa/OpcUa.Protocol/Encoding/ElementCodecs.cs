using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Encoding;

// One small struct per built-in type, so that one generic method reads the arrays of all of them with direct calls.

internal readonly struct BooleanCodec : IElementCodec<bool>
{
    public static int MinBytes => 1;

    public static bool Read(ref BinaryDecoder decoder) => decoder.ReadBoolean();

    public static void Write(BinaryEncoder encoder, bool value) => encoder.WriteBoolean(value);
}

internal readonly struct StringCodec : IElementCodec<string?>
{
    public static int MinBytes => 4;

    public static string? Read(ref BinaryDecoder decoder) => decoder.ReadString();

    public static void Write(BinaryEncoder encoder, string? value) => encoder.WriteString(value);
}

internal readonly struct DateTimeCodec : IElementCodec<DateTime>
{
    public static int MinBytes => 8;

    public static DateTime Read(ref BinaryDecoder decoder) => decoder.ReadDateTime();

    public static void Write(BinaryEncoder encoder, DateTime value) => encoder.WriteDateTime(value);
}

internal readonly struct GuidCodec : IElementCodec<Guid>
{
    public static int MinBytes => 16;

    public static Guid Read(ref BinaryDecoder decoder) => decoder.ReadGuid();

    public static void Write(BinaryEncoder encoder, Guid value) => encoder.WriteGuid(value);
}

internal readonly struct ByteStringCodec : IElementCodec<byte[]?>
{
    public static int MinBytes => 4;

    public static byte[]? Read(ref BinaryDecoder decoder) => decoder.ReadByteString();

    public static void Write(BinaryEncoder encoder, byte[]? value) => encoder.WriteByteString(value);
}

internal readonly struct XmlElementCodec : IElementCodec<XmlElement>
{
    public static int MinBytes => 4;

    public static XmlElement Read(ref BinaryDecoder decoder) => decoder.ReadXmlElement();

    public static void Write(BinaryEncoder encoder, XmlElement value) => encoder.WriteString(value.Text);
}

internal readonly struct NodeIdCodec : IElementCodec<NodeId>
{
    public static int MinBytes => 2;

    public static NodeId Read(ref BinaryDecoder decoder) => decoder.ReadNodeId();

    public static void Write(BinaryEncoder encoder, NodeId value) => encoder.WriteNodeId(value);
}

internal readonly struct ExpandedNodeIdCodec : IElementCodec<ExpandedNodeId>
{
    public static int MinBytes => 2;

    public static ExpandedNodeId Read(ref BinaryDecoder decoder) => decoder.ReadExpandedNodeId();

    public static void Write(BinaryEncoder encoder, ExpandedNodeId value) => encoder.WriteExpandedNodeId(value);
}

internal readonly struct StatusCodeCodec : IElementCodec<StatusCode>
{
    public static int MinBytes => 4;

    public static StatusCode Read(ref BinaryDecoder decoder) => decoder.ReadStatusCode();

    public static void Write(BinaryEncoder encoder, StatusCode value) => encoder.WriteUInt32(value.Code);
}

internal readonly struct QualifiedNameCodec : IElementCodec<QualifiedName>
{
    public static int MinBytes => 6;

    public static QualifiedName Read(ref BinaryDecoder decoder) => decoder.ReadQualifiedName();

    public static void Write(BinaryEncoder encoder, QualifiedName value) => encoder.WriteQualifiedName(value);
}

internal readonly struct LocalizedTextCodec : IElementCodec<LocalizedText>
{
    public static int MinBytes => 1;

    public static LocalizedText Read(ref BinaryDecoder decoder) => decoder.ReadLocalizedText();

    public static void Write(BinaryEncoder encoder, LocalizedText value) => encoder.WriteLocalizedText(value);
}

internal readonly struct ExtensionObjectCodec : IElementCodec<ExtensionObject>
{
    public static int MinBytes => 3;

    public static ExtensionObject Read(ref BinaryDecoder decoder) => decoder.ReadExtensionObject();

    public static void Write(BinaryEncoder encoder, ExtensionObject value) => encoder.WriteExtensionObject(value);
}

internal readonly struct DataValueCodec : IElementCodec<DataValue>
{
    public static int MinBytes => 1;

    public static DataValue Read(ref BinaryDecoder decoder) => decoder.ReadDataValue();

    public static void Write(BinaryEncoder encoder, DataValue value) => encoder.WriteDataValue(value);
}

internal readonly struct VariantCodec : IElementCodec<Variant>
{
    public static int MinBytes => 1;

    public static Variant Read(ref BinaryDecoder decoder) => decoder.ReadVariant();

    public static void Write(BinaryEncoder encoder, Variant value) => encoder.WriteVariant(value);
}

internal readonly struct DiagnosticInfoCodec : IElementCodec<DiagnosticInfo?>
{
    public static int MinBytes => 1;

    public static DiagnosticInfo? Read(ref BinaryDecoder decoder) => decoder.ReadDiagnosticInfo();

    public static void Write(BinaryEncoder encoder, DiagnosticInfo? value) => encoder.WriteDiagnosticInfo(value);
}
