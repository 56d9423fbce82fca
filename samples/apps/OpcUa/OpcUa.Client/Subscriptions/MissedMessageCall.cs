using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Client.Subscriptions;

/// <summary>Waits for a message that may have been sent over the lost channel.</summary>
internal sealed class MissedMessageCall(Subscription subscription, uint sequenceNumber, long deadline) : IPendingRequest
{
    private readonly TaskCompletionSource<StatusCode> _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public long Deadline => deadline;

    /// <summary>Gets the status of the response; the task fails if the server did not respond.</summary>
    public Task<StatusCode> Task => _source.Task;

    public void OnResponse(ReadOnlySpan<byte> body)
    {
        try
        {
            _source.TrySetResult(subscription.OnMissed(sequenceNumber, body));
        }
        catch (DecodingException exception)
        {
            _source.TrySetException(exception);
            throw; // closes the connection
        }
    }

    public void OnFailed(StatusCode status, string reason) => _source.TrySetException(new ServiceException(status, reason));
}
