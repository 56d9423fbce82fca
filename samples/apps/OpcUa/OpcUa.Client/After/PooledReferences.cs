using OpcUa.Client.Browsing;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.Client.After;

/// <summary>Browses without allocating: references are passed to the application from the receive buffer, and the pending call is
/// reused.</summary>
/// <remarks>One call at a time. A call ends within <see cref="ClientOptions.RequestTimeout"/> and cannot be canceled.</remarks>
public sealed class PooledReferences : IBrowsePath, IResponseReader, IDisposable
{
    private const int MinBytesOfResult = 12;
    private const int MinBytesOfReference = 18;

    private readonly UaClient _client;
    private readonly IReferenceHandler _handler;
    private readonly RepeatedCall _call;
    private IBrowseResults? _results;
    private int _expected;

    /// <param name="client">The client whose session is used.</param>
    /// <param name="handler">Receives each reference.</param>
    public PooledReferences(UaClient client, IReferenceHandler handler)
    {
        ArgumentNullException.ThrowIfNull(client);

        _client = client;
        _handler = handler;
        _call = new RepeatedCall(this, client.Options.Decoding);
    }

    public int MaxNodes => _client.Limits.NodesPerBrowse;

    public ValueTask BrowseAsync(BrowseBatch request, IBrowseResults results, CancellationToken cancellation)
    {
        (_results, _expected) = (results, request.Nodes.Count);
        return _client.CallAsync(_call, request, BrowseResponse.Id);
    }

    public ValueTask BrowseNextAsync(BrowseNextRequest request, IBrowseResults results, CancellationToken cancellation)
    {
        (_results, _expected) = (results, request.ContinuationPoints.Length);
        return _client.CallAsync(_call, request, BrowseNextResponse.Id);
    }

    public void Dispose() => _call.Dispose();

    void IResponseReader.Read(ref BinaryDecoder decoder)
    {
        int start = decoder.Position;
        int count = decoder.ReadArrayLength(MinBytesOfResult);
        if (count != _expected)
            throw new DecodingException($"The response has {count} results; {_expected} were expected.", start);

        for (int i = 0; i < count; i++)
        {
            StatusCode status = decoder.ReadStatusCode();
            byte[]? place = decoder.ReadByteString();
            _results!.OnResult(i, status, place);
            int references = decoder.ReadArrayLength(MinBytesOfReference);
            for (int j = 0; j < references; j++)
            {
                var reference = new ReferenceView(ref decoder);
                _handler.OnReference(in reference);
                _results.OnReference(i, reference.NodeId);
            }
        }

        decoder.SkipDiagnosticInfos();
    }
}
