using System.Runtime.CompilerServices;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Client.After;

/// <summary>Reads the values of the same nodes repeatedly, with as many requests as the server requires. The requests, the values and the
/// pending calls are reused, so that nothing is allocated per value.</summary>
/// <remarks>One read at a time. Values are valid until the next read or <see cref="Dispose"/>. Strings, and node ids that are not numeric,
/// are separate objects.</remarks>
public sealed class NodeReader : IDisposable
{
    private readonly UaClient _client;
    private readonly ReadValueId[] _nodes;
    private readonly DataValue[] _values;
    private Part[] _parts = [];
    private int _limit; // of the server when the parts were made
    private int _isReading; // several parts
    private bool _isDisposed;

    /// <param name="client">The client whose session is used.</param>
    /// <param name="nodes">The nodes to read, in this order.</param>
    public NodeReader(UaClient client, IEnumerable<NodeId> nodes)
    {
        ArgumentNullException.ThrowIfNull(client);

        _client = client;
        _nodes = [.. nodes.Select(static node => new ReadValueId(node))];
        _values = new DataValue[_nodes.Length];
        Split(client.Limits.NodesPerRead);
    }

    /// <summary>The values of the last read, in the order of the nodes.</summary>
    public ReadOnlySpan<DataValue> Values => _values;

    /// <summary>Reads the current values of the nodes into <see cref="Values"/>.</summary>
    /// <remarks>Each request ends within <see cref="ClientOptions.RequestTimeout"/>. If one fails, some values may be new.</remarks>
    /// <exception cref="InvalidOperationException">The previous read has not completed, or was not awaited.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    /// <exception cref="ServiceException">The server refused a request, did not respond in time, or is not connected.</exception>
    /// <exception cref="DecodingException">A response is malformed.</exception>
    public ValueTask ReadAsync() => _parts.Length == 1 && _nodes.Length <= _client.Limits.NodesPerRead
        ? _parts[0].ReadAsync()
        : ReadPartsAsync();

    public void Dispose()
    {
        _isDisposed = true;
        DisposeParts();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask ReadPartsAsync()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (Interlocked.Exchange(ref _isReading, 1) != 0)
            throw new InvalidOperationException("The previous read has not completed or was not awaited.");

        try
        {
            if (_client.Limits.NodesPerRead is var limit && limit != _limit)
                Split(limit); // the client has reconnected

            foreach (Part part in _parts)
                await part.ReadAsync().ConfigureAwait(false);
        }
        finally
        {
            Volatile.Write(ref _isReading, 0); // pairs with the exchange above
        }
    }

    private void Split(int limit)
    {
        var parts = new List<Part>();
        int start = 0;
        do
        {
            int count = Math.Min(limit, _nodes.Length - start);
            parts.Add(new Part(_client, _nodes.AsSpan(start, count).ToArray(), _values.AsMemory(start, count)));
            start += count;
        }
        while (start < _nodes.Length);

        DisposeParts();
        (_parts, _limit) = ([.. parts], limit);
    }

    private void DisposeParts()
    {
        foreach (Part part in _parts)
            part.Dispose();
    }

    /// <summary>A request for some of the nodes, and the place of their values.</summary>
    private sealed class Part : IResponseReader, IDisposable
    {
        private readonly UaClient _client;
        private readonly ReadRequest _request;
        private readonly Memory<DataValue> _values;
        private readonly RepeatedCall _call;

        public Part(UaClient client, ReadValueId[] nodes, Memory<DataValue> values)
        {
            _client = client;
            _request = new ReadRequest { NodesToRead = nodes };
            _values = values;
            _call = new RepeatedCall(this, client.Options.Decoding);
        }

        public ValueTask ReadAsync() => _client.CallAsync(_call, _request, ReadResponse.Id);

        public void Dispose() => _call.Dispose();

        void IResponseReader.Read(ref BinaryDecoder decoder)
        {
            decoder.ReadDataValues(_values.Span);
            decoder.SkipDiagnosticInfos();
        }
    }
}
