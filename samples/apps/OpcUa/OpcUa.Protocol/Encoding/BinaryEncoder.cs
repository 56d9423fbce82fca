using System.Buffers;
using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;

namespace OpcUa.Protocol.Encoding;

/// <summary>Writes the binary encoding of OPC 10000-6, 5.2, to a pooled or any other buffer writer.</summary>
public readonly partial struct BinaryEncoder
{
    private readonly IBufferWriter<byte> _writer;

    public BinaryEncoder(IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);

        _writer = writer;
    }

    public void WriteBoolean(bool value) => WriteByte(value ? (byte)1 : (byte)0);

    public void WriteByte(byte value)
    {
        _writer.GetSpan(1)[0] = value;
        _writer.Advance(1);
    }

    public void WriteUInt16(ushort value) => _writer.WriteUInt16LittleEndian(value);

    public void WriteInt32(int value) => _writer.WriteInt32LittleEndian(value);

    public void WriteUInt32(uint value) => _writer.WriteUInt32LittleEndian(value);

    public void WriteInt64(long value) => _writer.WriteInt64LittleEndian(value);

    public void WriteDouble(double value) => WriteInt64(BitConverter.DoubleToInt64Bits(value));

    public void WriteStatusCode(StatusCode value) => WriteUInt32(value.Code);

    public void WriteDateTime(DateTime value) => WriteInt64(OpcTime.ToWire(value));

    public void WriteGuid(Guid value)
    {
        value.TryWriteBytes(_writer.GetSpan(16));
        _writer.Advance(16);
    }

    public void WriteString(string? value)
    {
        if (value is null)
        {
            WriteInt32(-1);
            return;
        }

        WriteInt32(System.Text.Encoding.UTF8.GetByteCount(value));
        _writer.WriteUtf8(value);
    }

    public void WriteByteString(byte[]? value)
    {
        WriteInt32(value?.Length ?? -1);
        _writer.Write(value);
    }

    public void WriteQualifiedName(QualifiedName value)
    {
        WriteUInt16(value.NamespaceIndex);
        WriteString(value.Name);
    }

    public void WriteLocalizedText(LocalizedText value)
    {
        WriteByte((byte)((value.Locale is null ? 0 : 0x01) | (value.Text is null ? 0 : 0x02)));
        if (value.Locale is not null)
            WriteString(value.Locale);

        if (value.Text is not null)
            WriteString(value.Text);
    }

    /// <summary>Writes a node id in its shortest form.</summary>
    public void WriteNodeId(NodeId value) => WriteNodeId(value, flags: 0);

    public void WriteExpandedNodeId(ExpandedNodeId value)
    {
        WriteNodeId(value.NodeId, (byte)((value.NamespaceUri is null ? 0 : 0x80) | (value.ServerIndex == 0 ? 0 : 0x40)));
        if (value.NamespaceUri is not null)
            WriteString(value.NamespaceUri);

        if (value.ServerIndex != 0)
            WriteUInt32(value.ServerIndex);
    }

    public void WriteExtensionObject(ExtensionObject value)
    {
        WriteNodeId(value.TypeId);
        WriteByte(value.Body is null ? (byte)0 : value.IsXml ? (byte)2 : (byte)1);
        if (value.Body is not null)
            WriteByteString(value.Body);
    }

    /// <summary>Writes a value, with those fields that differ from their defaults.</summary>
    public void WriteDataValue(in DataValue value)
    {
        int mask = (value.Value.IsNull ? 0 : 0x01)
            | (value.StatusCode == default ? 0 : 0x02)
            | (value.SourceTimestamp == default ? 0 : 0x04)
            | (value.ServerTimestamp == default ? 0 : 0x08)
            | (value.SourcePicoseconds == 0 ? 0 : 0x10)
            | (value.ServerPicoseconds == 0 ? 0 : 0x20);
        WriteByte((byte)mask);
        if ((mask & 0x01) != 0)
            WriteVariant(value.Value);

        if ((mask & 0x02) != 0)
            WriteUInt32(value.StatusCode.Code);

        if ((mask & 0x04) != 0)
            WriteDateTime(value.SourceTimestamp);

        if ((mask & 0x10) != 0)
            WriteUInt16(value.SourcePicoseconds);

        if ((mask & 0x08) != 0)
            WriteDateTime(value.ServerTimestamp);

        if ((mask & 0x20) != 0)
            WriteUInt16(value.ServerPicoseconds);
    }

    public void WriteDiagnosticInfo(DiagnosticInfo? value)
    {
        if (value is null)
        {
            WriteByte(0);
            return;
        }

        int mask = (value.SymbolicId < 0 ? 0 : 0x01)
            | (value.NamespaceUri < 0 ? 0 : 0x02)
            | (value.LocalizedText < 0 ? 0 : 0x04)
            | (value.Locale < 0 ? 0 : 0x08)
            | (value.AdditionalInfo is null ? 0 : 0x10)
            | (value.InnerStatusCode == default ? 0 : 0x20)
            | (value.InnerDiagnosticInfo is null ? 0 : 0x40);
        WriteByte((byte)mask);
        if ((mask & 0x01) != 0)
            WriteInt32(value.SymbolicId);

        if ((mask & 0x02) != 0)
            WriteInt32(value.NamespaceUri);

        if ((mask & 0x08) != 0)
            WriteInt32(value.Locale);

        if ((mask & 0x04) != 0)
            WriteInt32(value.LocalizedText);

        if ((mask & 0x10) != 0)
            WriteString(value.AdditionalInfo);

        if ((mask & 0x20) != 0)
            WriteUInt32(value.InnerStatusCode.Code);

        if ((mask & 0x40) != 0)
            WriteDiagnosticInfo(value.InnerDiagnosticInfo);
    }

    private void WriteNodeId(NodeId value, byte flags)
    {
        switch (value.Kind)
        {
            case NodeIdKind.Numeric when value is { NamespaceIndex: 0, Number: <= byte.MaxValue }:
                WriteByte(flags);
                WriteByte((byte)value.Number);
                break;
            case NodeIdKind.Numeric when value is { NamespaceIndex: <= byte.MaxValue, Number: <= ushort.MaxValue }:
                WriteByte((byte)(flags | 1));
                WriteByte((byte)value.NamespaceIndex);
                WriteUInt16((ushort)value.Number);
                break;
            case NodeIdKind.Numeric:
                WriteByte((byte)(flags | 2));
                WriteUInt16(value.NamespaceIndex);
                WriteUInt32(value.Number);
                break;
            case NodeIdKind.String:
                WriteByte((byte)(flags | 3));
                WriteUInt16(value.NamespaceIndex);
                WriteString(value.Text);
                break;
            case NodeIdKind.Guid:
                WriteByte((byte)(flags | 4));
                WriteUInt16(value.NamespaceIndex);
                WriteGuid(value.Guid);
                break;
            default:
                WriteByte((byte)(flags | 5));
                WriteUInt16(value.NamespaceIndex);
                WriteByteString(value.Bytes);
                break;
        }
    }
}
