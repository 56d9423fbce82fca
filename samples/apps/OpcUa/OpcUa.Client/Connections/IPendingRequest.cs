using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Connections;

/// <summary>A request that waits for its response. Exactly one of its methods is called, once.</summary>
internal interface IPendingRequest
{
    /// <summary>The time at which it expires, by <see cref="Environment.TickCount64"/>.</summary>
    long Deadline { get; }

    /// <summary>Called by the receive loop with the response.</summary>
    /// <param name="body">The response with its type id, valid until the call returns.</param>
    void OnResponse(ReadOnlySpan<byte> body);

    /// <summary>Called when no response will arrive.</summary>
    void OnFailed(StatusCode status, string reason);
}
