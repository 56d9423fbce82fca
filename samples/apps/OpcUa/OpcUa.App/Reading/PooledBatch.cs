using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Reading;

/// <summary>Reads with buffers and requests that are reused by each read.</summary>
internal sealed class PooledBatch(UaClient client, NodeId[] nodes) : IBatchReader
{
    private readonly NodeReader _reader = new(client, nodes);

    public ReadOnlySpan<DataValue> Values => _reader.Values;

    public ValueTask Read(CancellationToken cancellationToken) => _reader.ReadAsync();

    public void Dispose() => _reader.Dispose();
}
