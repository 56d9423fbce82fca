using OpcUa.App.Calling;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Browsing;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Browsing;

/// <summary>Walks through the whole address space of a server repeatedly, and checks that each variable is found once.</summary>
internal sealed class BrowseCaller : ICaller
{
    private static readonly NodeId s_root = new(84);

    private readonly VariableTally _tally;
    private readonly string _mode;
    private readonly WalkOptions _options;
    private readonly IBrowsePath _path;
    private AddressSpaceWalk _walk;
    private int _nodes;
    private bool _isComplete = true;

    private BrowseCaller(UaClient client, string mode, CallOptions options)
    {
        _mode = mode;
        _tally = new VariableTally(options.Nodes);
        _options = new WalkOptions { NodesPerCall = options.PerCall, ReferencesPerNode = (uint)options.PerCall };
        _path = mode == Modes.Pooled ? new PooledReferences(client, _tally) : new BeforeReferences(client, _tally.OnReference);
        _walk = new AddressSpaceWalk(_path, _options);
    }

    /// <summary>Creates a caller for a mode.</summary>
    public static ICaller Create(UaClient client, string mode, CallOptions options) => new BrowseCaller(client, mode, options);

    public async ValueTask<(long Calls, long Results)> Call(CancellationToken cancellationToken)
    {
        if (_mode != Modes.Pooled)
            _walk = new AddressSpaceWalk(_path, _options); // creates its lists for each walk, as is common

        _tally.Begin();
        await _walk.RunAsync(s_root, cancellationToken).ConfigureAwait(false);
        _isComplete &= _tally.IsComplete && (_nodes == 0 || _nodes == _walk.Nodes.Count);
        _nodes = _walk.Nodes.Count;
        return (_walk.Calls, _walk.References);
    }

    public async Task<IReadOnlyList<string>> Check(CancellationToken cancellationToken)
    {
        await Call(cancellationToken).ConfigureAwait(false);
        return _isComplete ? [] : ["a walk did not find each variable exactly once by its name"];
    }

    public ValueTask DisposeAsync()
    {
        (_path as IDisposable)?.Dispose();
        return ValueTask.CompletedTask;
    }
}
