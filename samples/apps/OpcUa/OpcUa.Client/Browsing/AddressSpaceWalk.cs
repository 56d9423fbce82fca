using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.Client.Browsing;

/// <summary>Finds all nodes below a node. Each node is found once, with many nodes per request, in as many steps as the server
/// requires.</summary>
/// <remarks>One walk at a time. Its buffers are reused by the next walk. A node is browsed again if the server freed
/// its continuation point for another request of the session. Then the path receives some references twice.</remarks>
public sealed class AddressSpaceWalk : IBrowseResults
{
    private const int MostFreed = 1000;

    private static readonly NodeId s_hierarchicalReferences = new(33);

    private readonly IBrowsePath _path;
    private readonly WalkOptions _options;
    private readonly BrowseBatch _batch;
    private readonly BrowseNextRequest _next = new();
    private readonly HashSet<NodeId> _seen = [];
    private readonly List<NodeId> _found = []; // in the order in which they are browsed
    private readonly List<NodeId> _waiting = []; // the server had no free continuation point, or freed it
    private readonly List<(NodeId Node, byte[] Point)> _places = [];
    private int _browsed;
    private int _freed;
    private bool _isAlone; // this walk holds no other continuation point

    /// <param name="path">The implementation that receives references.</param>
    /// <param name="options">The limits of a request and of the walk.</param>
    public AddressSpaceWalk(IBrowsePath path, WalkOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(path);

        _path = path;
        _options = options ?? new WalkOptions();
        _batch = new BrowseBatch
        {
            Description = new BrowseDescription(default, BrowseDirection.Forward, s_hierarchicalReferences),
            ReferencesPerNode = _options.ReferencesPerNode,
        };
    }

    /// <summary>Gets the nodes that the last walk found, including its start.</summary>
    public IReadOnlyList<NodeId> Nodes => _found;

    /// <summary>Gets the number of references that it followed.</summary>
    public long References { get; private set; }

    /// <summary>Gets the number of requests that it sent.</summary>
    public long Calls { get; private set; }

    /// <summary>Gets the number of nodes that were browsed again because the server had no free continuation point, or
    /// freed it.</summary>
    public long Refused { get; private set; }

    /// <summary>Walks the address space from a node.</summary>
    /// <exception cref="ServiceException">The server refused a request, did not respond, or has too many nodes.</exception>
    public async Task RunAsync(NodeId start, CancellationToken cancellation = default)
    {
        Clear();
        Add(start);
        try
        {
            while (_browsed < _found.Count)
            {
                int count = Math.Min(Math.Min(_options.NodesPerCall, _path.MaxNodes), _found.Count - _browsed);
                _isAlone = count == 1;
                for (int i = 0; i < count; i++)
                    _batch.Nodes.Add(_found[_browsed++]);

                await BrowseAsync(cancellation).ConfigureAwait(false);
                while (_waiting.Count > 0)
                {
                    _isAlone = true;
                    _batch.Nodes.Add(_waiting[^1]);
                    _waiting.RemoveAt(_waiting.Count - 1);
                    await BrowseAsync(cancellation).ConfigureAwait(false);
                }
            }
        }
        catch
        {
            await ReleaseAsync().ConfigureAwait(false);
            throw;
        }
    }

    void IBrowseResults.OnReference(int index, in ExpandedNodeId target)
    {
        References++;
        if (target is { NamespaceUri: null, ServerIndex: 0 }) // otherwise it is in another server, or cannot be requested
            Add(target.NodeId);
    }

    void IBrowseResults.OnResult(int index, StatusCode status, byte[]? continuationPoint)
    {
        NodeId node = _batch.Nodes[index];
        if ((status == StatusCodes.BadNoContinuationPoints && !_isAlone)
            || (status == StatusCodes.BadContinuationPointInvalid && ++_freed <= MostFreed))
        {
            Refused++;
            _waiting.Add(node);
        }
        else if (status.IsBad)
        {
            throw new ServiceException(status, "The server refused to browse from a node.");
        }
        else if (continuationPoint is { Length: > 0 })
        {
            _places.Add((node, continuationPoint));
        }
    }

    /// <summary>Browses the nodes of the batch, up to their last references.</summary>
    private async ValueTask BrowseAsync(CancellationToken cancellation)
    {
        Calls++;
        await _path.BrowseAsync(_batch, this, cancellation).ConfigureAwait(false);
        while (_places.Count > 0)
        {
            Calls++;
            _next.ContinuationPoints = Points();
            _batch.Nodes.Clear();
            foreach ((NodeId node, _) in _places)
                _batch.Nodes.Add(node); // for the indexes of the results

            _places.Clear();
            long before = References;
            await _path.BrowseNextAsync(_next, this, cancellation).ConfigureAwait(false);
            if (References == before && _places.Count > 0)
                throw new ServiceException(StatusCodes.BadUnknownResponse, "The server keeps sending steps without references.");
        }

        _batch.Nodes.Clear();
    }

    private byte[][] Points()
    {
        var points = new byte[_places.Count][];
        for (int i = 0; i < points.Length; i++)
            points[i] = _places[i].Point;

        return points;
    }

    private void Add(NodeId node)
    {
        if (!_seen.Add(node))
            return;

        if (_found.Count >= _options.MaxNodes)
            throw new ServiceException(StatusCodes.BadEncodingLimitsExceeded, $"There are more than {_options.MaxNodes} nodes.");

        _found.Add(node);
    }

    private void Clear()
    {
        _batch.Nodes.Clear();
        _seen.Clear();
        _found.Clear();
        _waiting.Clear();
        _places.Clear();
        _browsed = 0;
        _freed = 0;
        References = 0;
        Calls = 0;
        Refused = 0;
    }

    /// <summary>Releases the continuation points of a walk that failed.</summary>
    private async ValueTask ReleaseAsync()
    {
        if (_places.Count == 0)
            return;

        var release = new BrowseNextRequest { ReleaseContinuationPoints = true, ContinuationPoints = Points() };
        _places.Clear();
        try
        {
            await _path.BrowseNextAsync(release, this, default).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is ServiceException or Protocol.Encoding.DecodingException or InvalidOperationException)
        {
            // The continuation points end with the session.
        }
    }
}
