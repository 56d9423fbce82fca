using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Subscriptions;

/// <summary>Waits for a message that was requested again.</summary>
internal sealed class RepublishCall(Subscription subscription, uint sequenceNumber, long deadline) : IPendingRequest
{
    private volatile bool _hasFailed;

    public uint SequenceNumber => sequenceNumber;

    public long Deadline => deadline;

    /// <summary>Gets a value that indicates whether the server did not respond in time, or the connection was
    /// closed.</summary>
    public bool HasFailed => _hasFailed;

    public void OnResponse(ReadOnlySpan<byte> body) => subscription.OnRepublished(this, body);

    // Called by a timer. The receiving thread looks at it with the next message, which may be a keep-alive.
    public void OnFailed(StatusCode status, string reason) => _hasFailed = true;
}
