using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Connections;

/// <summary>A request that waits for its response. It is told one of the two, once.</summary>
internal interface IPendingRequest
{
    /// <summary>When it has waited long enough, by <see cref="Environment.TickCount64"/>.</summary>
    long Deadline { get; }

    /// <summary>The response came; called by the receiving loop.</summary>
    /// <param name="body">The response with its type id, good until the call ends.</param>
    void OnResponse(ReadOnlySpan<byte> body);

    /// <summary>No response will come.</summary>
    void OnFailed(StatusCode status, string reason);
}
