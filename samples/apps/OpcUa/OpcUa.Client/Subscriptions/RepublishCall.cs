using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Subscriptions;

/// <summary>Waits for a message that was requested again.</summary>
internal sealed class RepublishCall(Subscription subscription, uint sequenceNumber, long deadline) : IPendingRequest
{
    public uint SequenceNumber => sequenceNumber;

    public long Deadline => deadline;

    public void OnResponse(ReadOnlySpan<byte> body) => subscription.OnRepublished(this, body);

    public void OnFailed(StatusCode status, string reason) => subscription.OnRepublishFailed();
}
