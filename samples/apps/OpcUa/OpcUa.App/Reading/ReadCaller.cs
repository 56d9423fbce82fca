using OpcUa.App.Calling;
using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Reading;

/// <summary>Reads the variables of a server in turn, a fixed number per call, and checks each value.</summary>
/// <param name="client">The client whose session is used.</param>
/// <param name="nodes">The number of variables.</param>
/// <param name="batches">The readers, one per call, in the order of the variables.</param>
internal sealed class ReadCaller(UaClient client, int nodes, IReadOnlyList<IBatchReader> batches) : ICaller
{
    private static readonly NodeId s_changes = new("Changes", Namespace);

    private const ushort Namespace = 2; // of ns=2;i=1 to N

    private readonly double[] _values = new double[nodes];
    private int _next;
    private int _place; // of the next value
    private long _bad;
    private long _backward;

    /// <summary>Creates a caller for a mode.</summary>
    public static ICaller Create(UaClient client, string mode, CallOptions options)
    {
        IEnumerable<NodeId[]> batches = Enumerable.Range(1, options.Nodes)
            .Select(static number => new NodeId((uint)number, Namespace)).Chunk(options.PerCall);
        return new ReadCaller(client, options.Nodes, mode == Modes.Pooled
            ? [.. batches.Select(batch => new PooledBatch(client, batch))]
            : [.. batches.Select(batch => new BeforeBatch(client, batch))]);
    }

    public async ValueTask<(long Calls, long Results)> Call(CancellationToken cancellationToken)
    {
        if (_next == 0)
            _place = 0;

        int before = _place;
        IBatchReader batch = batches[_next];
        await batch.Read(cancellationToken).ConfigureAwait(false);
        Take(batch.Values);
        _next = (_next + 1) % batches.Count;
        return (1, _place - before);
    }

    public async Task<IReadOnlyList<string>> Check(CancellationToken cancellationToken)
    {
        for (_next = 0; ;)
        {
            await Call(cancellationToken).ConfigureAwait(false);
            if (_next == 0)
                break;
        }

        // Each variable counts its own changes, and the server also reports the counts in another way.
        DataValue changes = await client.ReadAsync(s_changes, cancellationToken).ConfigureAwait(false);
        uint[] counts = changes.Value.GetSpan<uint>().ToArray();
        int different = Enumerable.Range(0, nodes).Count(i => i >= counts.Length || _values[i] != counts[i]);
        return
        [
            .. Fault.Of(different, "values differ from the server's counts"),
            .. Fault.Of(_bad, "results had no value"),
            .. Fault.Of(_backward, "values were older than their predecessor"),
        ];
    }

    public ValueTask DisposeAsync()
    {
        foreach (IBatchReader batch in batches)
            batch.Dispose();

        return ValueTask.CompletedTask;
    }

    private void Take(ReadOnlySpan<DataValue> values)
    {
        foreach (ref readonly DataValue value in values)
        {
            ref double last = ref _values[_place++];
            if (!value.StatusCode.IsGood || !value.Value.TryGet(out double number))
                _bad++;
            else if (number < last)
                _backward++;
            else
                last = number;
        }
    }
}
