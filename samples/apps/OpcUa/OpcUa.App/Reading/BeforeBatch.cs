using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Reading;

/// <summary>Reads in the common way: each call creates a request, its list of nodes, a response and its array of values (row
/// OPCUA-client-read).</summary>
internal sealed class BeforeBatch(UaClient client, NodeId[] nodes) : IBatchReader
{
    private DataValue[] _values = [];

    public ReadOnlySpan<DataValue> Values => _values;

    public async ValueTask Read(CancellationToken cancellationToken) =>
        _values = await client.ReadAsync(nodes, cancellationToken).ConfigureAwait(false);

    public void Dispose()
    {
    }
}
