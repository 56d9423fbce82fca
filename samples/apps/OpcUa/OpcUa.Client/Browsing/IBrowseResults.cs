using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Browsing;

/// <summary>Receives the results of a browse. Calls do not overlap.</summary>
public interface IBrowseResults
{
    /// <summary>Called with the outcome of a browse, before its references.</summary>
    /// <param name="index">The index of the node in the request.</param>
    /// <param name="status">The outcome.</param>
    /// <param name="continuationPoint">The continuation point, or <see langword="null"/> or empty if the result is complete.</param>
    void OnResult(int index, StatusCode status, byte[]? continuationPoint);

    /// <summary>Called for each reference.</summary>
    /// <param name="index">The index of the node in the request.</param>
    /// <param name="target">The target node.</param>
    void OnReference(int index, in ExpandedNodeId target);
}
