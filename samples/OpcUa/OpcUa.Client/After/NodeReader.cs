using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Client.After;

/// <summary>Reads the values of the same nodes repeatedly. The request, the values and the pending call are reused, so that nothing is
/// allocated per value.</summary>
/// <remarks>One read at a time. Values are valid until the next read or <see cref="Dispose"/>. Strings, and node ids that are not numeric,
/// are separate objects.</remarks>
public sealed class NodeReader : IResponseReader, IDisposable
{
    private readonly UaClient _client;
    private readonly ReadRequest _request;
    private readonly DataValue[] _values;
    private readonly RepeatedCall _call;

    /// <param name="client">The client whose session is used.</param>
    /// <param name="nodes">The nodes to read, in this order.</param>
    public NodeReader(UaClient client, IEnumerable<NodeId> nodes)
    {
        ArgumentNullException.ThrowIfNull(client);

        _client = client;
        _request = new ReadRequest { NodesToRead = [.. nodes.Select(static node => new ReadValueId(node))] };
        _values = new DataValue[_request.NodesToRead.Length];
        _call = new RepeatedCall(this, client.Options.Decoding);
    }

    /// <summary>The values of the last read, in the order of the nodes.</summary>
    public ReadOnlySpan<DataValue> Values => _values;

    /// <summary>Reads the current values of the nodes into <see cref="Values"/>.</summary>
    /// <remarks>It ends within <see cref="ClientOptions.RequestTimeout"/>. If it fails, some values may be new.</remarks>
    /// <exception cref="InvalidOperationException">The previous read has not completed, or was not awaited.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    /// <exception cref="ServiceException">The server refused the request, did not respond in time, or is not connected.</exception>
    /// <exception cref="DecodingException">The response is malformed.</exception>
    public ValueTask ReadAsync() => _client.CallAsync(_call, _request, ReadResponse.Id);

    public void Dispose() => _call.Dispose();

    void IResponseReader.Read(ref BinaryDecoder decoder)
    {
        decoder.ReadDataValues(_values);
        decoder.SkipDiagnosticInfos();
    }
}
