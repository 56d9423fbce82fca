using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Connections;

/// <summary>The response to a read. Each value is read when it is encoded. The only memory of the response is that of the encoded message,
/// which is counted while it grows.</summary>
internal sealed class ReadValues(AddressSpace space, ReadRequest request) : IServiceResponse
{
    public uint EncodingId => ReadResponse.Id;

    public ResponseHeader Header { get; } = new();

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteInt32(request.NodesToRead.Length);
        foreach (ref readonly ReadValueId wanted in request.NodesToRead.AsSpan())
            encoder.WriteDataValue(Read(in wanted));

        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder) => throw new NotSupportedException("A server does not decode responses.");

    private DataValue Read(in ReadValueId wanted)
    {
        if (space.Find(wanted.NodeId) is not { } node)
            return new DataValue(default, StatusCodes.BadNodeIdUnknown);

        if (wanted.DataEncoding.Name is not null)
            return new DataValue(default, StatusCodes.BadDataEncodingInvalid);

        if (wanted.IndexRange is not null)
            return new DataValue(default, StatusCodes.BadIndexRangeInvalid);

        DataValue value = NodeAttributes.Read(node, wanted.AttributeId);
        TimestampsToReturn timestamps = request.TimestampsToReturn;
        return timestamps == TimestampsToReturn.Both ? value : new DataValue(
            value.Value,
            value.StatusCode,
            timestamps == TimestampsToReturn.Source ? value.SourceTimestamp : default,
            timestamps == TimestampsToReturn.Server ? value.ServerTimestamp : default);
    }
}
