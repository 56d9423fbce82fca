using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Subscriptions;

/// <summary>One of the publish requests that wait at the server, reused for the next one.</summary>
internal sealed class PublishSlot(PublishLoop loop) : IPendingRequest
{
    private long _deadline;

    public long Deadline
    {
        get => Volatile.Read(ref _deadline);
        set => Volatile.Write(ref _deadline, value);
    }

    public void OnResponse(ReadOnlySpan<byte> body) => loop.OnResponse(this, body);

    public void OnFailed(StatusCode status, string reason) => loop.OnFailed(this);
}
