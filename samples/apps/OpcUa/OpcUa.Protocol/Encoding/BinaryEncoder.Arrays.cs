using System.Runtime.InteropServices;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using Pooling.Buffers;

namespace OpcUa.Protocol.Encoding;

/// <content>Arrays in service messages.</content>
public readonly partial struct BinaryEncoder
{
    public void WriteStrings(string?[]? values) => WriteArray<string?, StringCodec>(values);

    public void WriteByteStrings(byte[]?[]? values) => WriteArray<byte[]?, ByteStringCodec>(values);

    public void WriteStatusCodes(StatusCode[]? values) => WriteArray<StatusCode, StatusCodeCodec>(values);

    public void WriteStatusCodes(List<StatusCode> values)
    {
        ArgumentNullException.ThrowIfNull(values);

        WriteInt32(values.Count);
        foreach (StatusCode value in CollectionsMarshal.AsSpan(values))
            WriteStatusCode(value);
    }

    public void WriteDataValues(DataValue[]? values) => WriteArray<DataValue, DataValueCodec>(values);

    public void WriteUInt32s(uint[]? values)
    {
        WriteInt32(values?.Length ?? -1);
        _writer.WriteLittleEndian<uint>(values);
    }

    public void WriteUInt32s(List<uint> values)
    {
        ArgumentNullException.ThrowIfNull(values);

        WriteInt32(values.Count);
        _writer.WriteLittleEndian<uint>(CollectionsMarshal.AsSpan(values));
    }

    public void WriteStructures<T>(T[]? values) where T : IStructure<T> => WriteArray<T, StructureCodec<T>>(values);

    private void WriteArray<T, TCodec>(T[]? values) where TCodec : struct, IElementCodec<T>
    {
        WriteInt32(values?.Length ?? -1);
        foreach (T value in values ?? [])
            TCodec.Write(this, value);
    }
}
