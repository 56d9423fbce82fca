using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Connections;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Sessions;

/// <content>Publishing (OPC 10000-4, 5.14): a message is sent when it is due and a request waits for it.</content>
internal sealed partial class Session
{
    private long _sentMessages;
    private int _heldResults; // of the waiting requests, all together

    /// <summary>Accepts a publish request, which is answered now or waits. It does not block a thread.</summary>
    /// <returns>Good, or the reason why it is rejected.</returns>
    public StatusCode TryHold(PublishRequest request, uint requestId)
    {
        if (_subscriptions.Count == 0)
            return StatusCodes.BadNoSubscription;

        int acknowledged = request.Acknowledgements.Count;
        if (_heldResults + acknowledged > MaxResults)
            return StatusCodes.BadTooManyOperations;

        PublishResponse response = PublishResponse.Pool.RentUnchecked();
        response.Header.RequestHandle = request.Header.RequestHandle;
        foreach (SubscriptionAcknowledgement acknowledgement in request.Acknowledgements)
            response.Results.Add(Acknowledge(acknowledgement));

        long now = Environment.TickCount64;
        uint timeout = request.Header.TimeoutHint;
        if (!_held.TryEnqueue(new HeldPublish(requestId, response, timeout == 0 ? long.MaxValue : now + timeout)))
        {
            PublishResponse.Pool.TryReturn(response);
            return StatusCodes.BadTooManyPublishRequests;
        }

        _heldResults += acknowledged;

        foreach (Subscription subscription in _subscriptions)
            subscription.LifetimeCounter = 0;

        PublishLate();
        return StatusCode.Good;
    }

    /// <summary>Publishes the messages that are due, and closes subscriptions and requests that have timed out.</summary>
    public void OnTick(long now)
    {
        for (int i = _subscriptions.Count - 1; i >= 0; i--)
        {
            if (_subscriptions[i].LifetimeCounter >= _subscriptions[i].LifetimeCount)
                TryRemove(_subscriptions[i].Id);
        }

        foreach (Subscription subscription in _subscriptions)
        {
            if (now >= subscription.NextCycle)
                Cycle(subscription, now);
        }

        PublishLate(); // also what had to wait for room in the connection

        while (_held.TryPeek(out HeldPublish held) && now > held.Deadline)
        {
            TryTakeHeld(out _);
            Fail(held, StatusCodes.BadTimeout);
        }
    }

    /// <summary>Responds to each waiting request with a fault.</summary>
    public void FailHeld(StatusCode status)
    {
        while (TryTakeHeld(out HeldPublish held))
            Fail(held, status);
    }

    private void Cycle(Subscription subscription, long now)
    {
        subscription.NextCycle = Math.Max(subscription.NextCycle + subscription.PublishingInterval, now); // without missed ones
        subscription.KeepAliveCounter++;
        if (_held.IsEmpty)
            subscription.LifetimeCounter++;
        else
            subscription.LifetimeCounter = 0;

        if (subscription.HasNotifications || subscription.KeepAliveCounter >= subscription.MaxKeepAliveCount)
            subscription.IsLate = true;
    }

    /// <summary>Sends the messages that are due while requests wait and the connection has room: those of the highest
    /// priority first, and one of each subscription in turn.</summary>
    private void PublishLate()
    {
        while (_subscriptions.Find(static subscription => subscription.IsLate) is { } late)
        {
            if (Connection is not { HasRoom: true } connection || !TryTakeHeld(out HeldPublish held))
                return;

            Publish(late, connection, in held);
            _subscriptions.Remove(late);
            Insert(late); // behind the others of its priority
        }
    }

    private void Publish(Subscription subscription, ServerConnection connection, in HeldPublish held)
    {
        PublishResponse response = held.Response;
        NotificationMessage? message = null;
        bool isKept = false;
        int count = 0;
        long bytes = 0;
        if (subscription.HasNotifications)
            message = subscription.TakeMessage(connection.MaxNotificationBytes, out count, out bytes);

        if (message is null)
        {
            message = _shelf.Rent();
            message.SequenceNumber = subscription.NextSequenceNumber;
            message.PublishTime = DateTime.UtcNow;
            _counters.AddKeepAlive();
        }
        else
        {
            isKept = subscription.Sent.TryAdd(message, count, bytes);
            _sentMessages++;
            _counters.AddMessage(count);
        }

        bool isMore = subscription.HasNotifications;
        subscription.IsLate = isMore;
        subscription.KeepAliveCounter = 0;
        response.Header.Timestamp = DateTime.UtcNow;
        response.SubscriptionId = subscription.Id;
        subscription.Sent.CopyNumbersTo(response.AvailableSequenceNumbers);
        response.MoreNotifications = isMore;
        response.NotificationMessage = message;
        connection.Send(held.RequestId, response, sizeHint: 128 + (count * BytesOfNotification));
        PublishResponse.Pool.TryReturn(response);
        if (!isKept)
            _shelf.Return(message);
    }

    private StatusCode Acknowledge(SubscriptionAcknowledgement acknowledgement)
    {
        if (Find(acknowledgement.SubscriptionId) is not { } subscription)
            return StatusCodes.BadSubscriptionIdInvalid;

        return subscription.Sent.TryAcknowledge(acknowledgement.SequenceNumber) ? StatusCode.Good : StatusCodes.BadSequenceNumberUnknown;
    }

    private void Fail(in HeldPublish held, StatusCode status)
    {
        uint handle = held.Response.Header.RequestHandle;
        PublishResponse.Pool.TryReturn(held.Response);
        Connection?.Fault(held.RequestId, handle, status);
    }

    private void DropHeld()
    {
        while (TryTakeHeld(out HeldPublish held))
            PublishResponse.Pool.TryReturn(held.Response);
    }

    private bool TryTakeHeld(out HeldPublish held)
    {
        if (!_held.TryDequeue(out held))
            return false;

        _heldResults -= held.Response.Results.Count;
        return true;
    }

    // As many as messages were sent, of which the last ones may still be kept. A few wrong acknowledgements are also answered.
    private long MaxResults =>
        Math.Max(_limits.PublishRequests, Math.Min(_sentMessages, (long)_limits.SubscriptionsPerSession * _limits.SentMessages));

    private const int BytesOfNotification = 32; // a handle, a number and two times
}
