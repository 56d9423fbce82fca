using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.Client;

/// <content>Values, and the address space.</content>
public sealed partial class UaClient
{
    private const int MostFreed = 10;

    /// <summary>Reads the values of nodes, with as many requests as the server requires.</summary>
    /// <returns>The values, in the order of the nodes. The caller owns them.</returns>
    /// <exception cref="ServiceException">The server refused a request, or did not respond.</exception>
    /// <exception cref="DecodingException">A response is malformed.</exception>
    public Task<DataValue[]> ReadAsync(IEnumerable<NodeId> nodes, CancellationToken cancellation = default) => InPartsAsync(
        [.. nodes.Select(static node => new ReadValueId(node))],
        Limits.NodesPerRead,
        async part =>
        {
            var request = new ReadRequest { NodesToRead = part };
            return (await CallAsync<ReadResponse>(request, cancellation).ConfigureAwait(false)).Results;
        });

    /// <summary>Reads the value of a node.</summary>
    public async Task<DataValue> ReadAsync(NodeId node, CancellationToken cancellation = default) =>
        (await ReadAsync([node], cancellation).ConfigureAwait(false))[0];

    /// <summary>Writes values of nodes, with as many requests as the server requires. If one fails, earlier ones have taken effect.
    /// </summary>
    /// <returns>The outcomes, in the order of the values.</returns>
    /// <exception cref="ServiceException">The server refused a request, or did not respond.</exception>
    /// <exception cref="DecodingException">A response is malformed.</exception>
    public Task<StatusCode[]> WriteAsync(IEnumerable<WriteValue> values, CancellationToken cancellation = default) => InPartsAsync(
        [.. values],
        Limits.NodesPerWrite,
        async part =>
        {
            var request = new WriteRequest { NodesToWrite = part };
            return (await CallAsync<WriteResponse>(request, cancellation).ConfigureAwait(false)).Results;
        });

    /// <summary>Writes the value of a node.</summary>
    public async Task<StatusCode> WriteAsync(NodeId node, Variant value, CancellationToken cancellation = default) =>
        (await WriteAsync([new WriteValue(node, AttributeIds.Value, null, new DataValue(value))], cancellation).ConfigureAwait(false))[0];

    /// <summary>Gets the references of a node, in as many steps as the server requires.</summary>
    /// <exception cref="ServiceException">The server refused the request, did not respond, or returned too many references.</exception>
    public async Task<List<ReferenceDescription>> BrowseAsync(
        BrowseDescription from, int maxReferences = 1_000_000, CancellationToken cancellation = default)
    {
        BrowseResult result = await BeginBrowseAsync(from, cancellation).ConfigureAwait(false);
        var references = new List<ReferenceDescription>();
        int freed = 0;
        while (true)
        {
            if (result.StatusCode == StatusCodes.BadContinuationPointInvalid && ++freed <= MostFreed)
            {
                references.Clear(); // another request of the session needed the continuation point
                result = await BeginBrowseAsync(from, cancellation).ConfigureAwait(false);
            }

            if (result.StatusCode.IsBad)
                throw new ServiceException(result.StatusCode, $"The server refused to browse from {from.NodeId}.");

            ReferenceDescription[] found = result.References ?? [];
            references.AddRange(found);
            if (result.ContinuationPoint is not { Length: > 0 } place)
                return references;

            if (references.Count > maxReferences || found.Length == 0)
            {
                throw new ServiceException(StatusCodes.BadEncodingLimitsExceeded,
                    $"{from.NodeId} has more than {maxReferences} references, or the server keeps sending steps without references.");
            }

            BrowseNextResponse next = await CallAsync<BrowseNextResponse>(
                new BrowseNextRequest { ContinuationPoints = [place] }, cancellation).ConfigureAwait(false);
            result = Checked(next.Results, 1)[0];
        }
    }

    private async Task<BrowseResult> BeginBrowseAsync(BrowseDescription from, CancellationToken cancellation)
    {
        BrowseResponse response = await CallAsync<BrowseResponse>(
            new BrowseRequest { NodesToBrowse = [from] }, cancellation).ConfigureAwait(false);
        return Checked(response.Results, 1)[0];
    }

    internal static T[] Checked<T>(T[] results, int count) => results.Length == count
        ? results
        : throw new ServiceException(StatusCodes.BadUnknownResponse,
            $"The server returned {results.Length} results for {count} operations.");

    private static async Task<TResult[]> InPartsAsync<TOperation, TResult>(
        TOperation[] operations, int limit, Func<TOperation[], Task<TResult[]>> call)
    {
        if (operations.Length <= limit)
            return Checked(await call(operations).ConfigureAwait(false), operations.Length);

        var results = new TResult[operations.Length];
        int done = 0;
        foreach (TOperation[] part in operations.Chunk(limit))
        {
            Checked(await call(part).ConfigureAwait(false), part.Length).CopyTo(results, done);
            done += part.Length;
        }

        return results;
    }
}
