using OpcUa.Client.Browsing;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.Client.Before;

/// <summary>Browses in the common way. A response becomes arrays of results, references and strings (row OPCUA-client-browse), which are
/// then passed to the application.</summary>
/// <param name="client">The client whose session is used.</param>
/// <param name="found">Receives each reference.</param>
public sealed class BeforeReferences(UaClient client, Action<ReferenceDescription> found) : IBrowsePath
{
    public int MaxNodes => client.Limits.NodesPerBrowse;

    public async ValueTask BrowseAsync(BrowseBatch request, IBrowseResults results, CancellationToken cancellation)
    {
        BrowseResponse response = await client.CallAsync<BrowseResponse>(
            new BrowseRequest
            {
                RequestedMaxReferencesPerNode = request.ReferencesPerNode,
                NodesToBrowse = [.. request.Nodes.Select(node => request.Description with { NodeId = node })],
            },
            cancellation).ConfigureAwait(false);
        Take(UaClient.Checked(response.Results, request.Nodes.Count), results);
    }

    public async ValueTask BrowseNextAsync(BrowseNextRequest request, IBrowseResults results, CancellationToken cancellation)
    {
        BrowseNextResponse response = await client.CallAsync<BrowseNextResponse>(request, cancellation).ConfigureAwait(false);
        Take(UaClient.Checked(response.Results, request.ContinuationPoints.Length), results);
    }

    private void Take(BrowseResult[] answer, IBrowseResults results)
    {
        for (int i = 0; i < answer.Length; i++)
        {
            results.OnResult(i, answer[i].StatusCode, answer[i].ContinuationPoint);
            foreach (ReferenceDescription reference in answer[i].References ?? [])
            {
                found(reference);
                results.OnReference(i, reference.NodeId);
            }
        }
    }
}
