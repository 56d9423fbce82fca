using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Subscriptions;

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

    /// <summary>Gets the acknowledgements in the request, until its response shows that the server has handled them.
    /// Guarded by the lock of the loop.</summary>
    public List<SubscriptionAcknowledgement> Acknowledgements { get; } = [];

    public void OnResponse(ReadOnlySpan<byte> body) => loop.OnResponse(this, body);

    public void OnFailed(StatusCode status, string reason) => loop.OnFailed(this);
}
