using OpcUa.Client.Browsing;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.Client;

/// <summary>Receives references. This is the only part of browsing that differs between <c>Before/</c> and <c>After/</c>.</summary>
public interface IBrowsePath
{
    /// <summary>Gets the maximum number of nodes, or of continuation points, that the server accepts in a request.</summary>
    int MaxNodes { get; }

    /// <summary>Starts to browse nodes.</summary>
    /// <param name="request">The nodes, and the description of the references.</param>
    /// <param name="results">Receives the results; each node's result comes before its references.</param>
    /// <param name="cancellation">A token that cancels the wait, if the path supports it.</param>
    ValueTask BrowseAsync(BrowseBatch request, IBrowseResults results, CancellationToken cancellation);

    /// <summary>Continues browses.</summary>
    /// <param name="request">The continuation points.</param>
    /// <param name="results">Receives the results.</param>
    /// <param name="cancellation">A token that cancels the wait, if the path supports it.</param>
    ValueTask BrowseNextAsync(BrowseNextRequest request, IBrowseResults results, CancellationToken cancellation);
}
