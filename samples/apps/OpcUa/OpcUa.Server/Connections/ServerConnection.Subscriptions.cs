using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Hosting;
using OpcUa.Server.Sessions;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Connections;

/// <content>Subscriptions and publishing.</content>
internal sealed partial class ServerConnection
{
    private const uint DefaultKeepAliveCount = 10;

    private void Publish(uint requestId, ref BinaryDecoder decoder)
    {
        PublishRequest request = PublishRequest.Pool.RentUnchecked();
        try
        {
            request.Decode(ref decoder);
            Session session = FindSession(request.Header);
            StatusCode status;
            lock (session.Gate)
            {
                Check(session, request.Header);
                status = session.TryHold(request, requestId);
            }

            if (status != StatusCode.Good)
                Fault(requestId, request.Header.RequestHandle, status);
        }
        finally
        {
            PublishRequest.Pool.TryReturn(request);
        }
    }

    private void Republish(uint requestId, RepublishRequest request)
    {
        Session session = FindSession(request.Header);
        lock (session.Gate) // until the message is encoded, since it may be returned at any time
        {
            Subscription subscription = FindSubscription(session, request.SubscriptionId, request.Header);
            Send(requestId, Answer(new RepublishResponse
            {
                NotificationMessage = subscription.Sent.Find(request.RetransmitSequenceNumber)
                    ?? throw new ServiceException(StatusCodes.BadMessageNotAvailable, request.Header),
            }, request.Header.RequestHandle));
        }
    }

    private CreateSubscriptionResponse CreateSubscription(CreateSubscriptionRequest request)
    {
        Session session = FindSession(request.Header);
        lock (session.Gate)
        {
            Check(session, request.Header);
            if (session.SubscriptionCount >= _context.Limits.SubscriptionsPerSession)
                throw new ServiceException(StatusCodes.BadTooManySubscriptions, request.Header);

            Subscription subscription = Make(request, session.Held);
            session.Add(subscription);
            return Answer(new CreateSubscriptionResponse
            {
                SubscriptionId = subscription.Id,
                RevisedPublishingInterval = subscription.PublishingInterval,
                RevisedLifetimeCount = subscription.LifetimeCount,
                RevisedMaxKeepAliveCount = subscription.MaxKeepAliveCount,
            }, request.Header.RequestHandle);
        }
    }

    private Subscription Make(CreateSubscriptionRequest request, HeldShares held)
    {
        var subscription = new Subscription(_context.NextSubscription(), _context.Limits, held, _context.Counters, _context.Shelf)
        {
            IsPublishing = request.PublishingEnabled,
            Priority = request.Priority,
        };
        Revise(subscription, request.RequestedPublishingInterval, request.RequestedLifetimeCount, request.RequestedMaxKeepAliveCount,
            request.MaxNotificationsPerPublish);
        subscription.NextCycle = Environment.TickCount64 + subscription.PublishingInterval;
        subscription.KeepAliveCounter = subscription.MaxKeepAliveCount; // so that the client receives a message after the first interval
        return subscription;
    }

    private void Revise(Subscription subscription, double wantedInterval, uint lifetime, uint keepAlive, uint maxNotifications)
    {
        ServerLimits limits = _context.Limits;
        (TimeSpan least, TimeSpan most) = limits.PublishingInterval;
        long interval = (long)(wantedInterval > 0
            ? Math.Clamp(wantedInterval, least.TotalMilliseconds, most.TotalMilliseconds)
            : least.TotalMilliseconds);
        uint longest = (uint)Math.Max(3, limits.SubscriptionLifetime.TotalMilliseconds / interval);
        uint keepAliveCount = Math.Clamp(keepAlive == 0 ? DefaultKeepAliveCount : keepAlive, 1, longest / 3);
        uint allowed = (uint)limits.NotificationsPerPublish;
        subscription.PublishingInterval = interval;
        subscription.MaxKeepAliveCount = keepAliveCount;
        subscription.LifetimeCount = Math.Clamp(lifetime, 3 * keepAliveCount, longest);
        subscription.MaxNotifications = (int)(maxNotifications == 0 ? allowed : Math.Min(maxNotifications, allowed));
    }

    private DeleteSubscriptionsResponse DeleteSubscriptions(DeleteSubscriptionsRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.SubscriptionIds.Length, request.Header);
        var results = new StatusCode[request.SubscriptionIds.Length];
        lock (session.Gate)
        {
            Check(session, request.Header);
            for (int i = 0; i < results.Length; i++)
                results[i] = session.TryRemove(request.SubscriptionIds[i]) ? StatusCode.Good : StatusCodes.BadSubscriptionIdInvalid;

            if (session.SubscriptionCount == 0)
                session.FailHeld(StatusCodes.BadNoSubscription);
        }

        return Answer(new DeleteSubscriptionsResponse { Results = results }, request.Header.RequestHandle);
    }

    private CreateMonitoredItemsResponse CreateItems(CreateMonitoredItemsRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.ItemsToCreate.Length, request.Header);
        CheckTimestamps(request.TimestampsToReturn, request.Header);
        var results = new MonitoredItemCreateResult[request.ItemsToCreate.Length];
        lock (session.Gate)
        {
            Subscription subscription = FindSubscription(session, request.SubscriptionId, request.Header);
            for (int i = 0; i < results.Length; i++)
                results[i] = ItemCreation.Create(_context, session, subscription, in request.ItemsToCreate[i], request.TimestampsToReturn);
        }

        return Answer(new CreateMonitoredItemsResponse { Results = results }, request.Header.RequestHandle);
    }

    private DeleteMonitoredItemsResponse DeleteItems(DeleteMonitoredItemsRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.MonitoredItemIds.Length, request.Header);
        var results = new StatusCode[request.MonitoredItemIds.Length];
        lock (session.Gate)
        {
            Subscription subscription = FindSubscription(session, request.SubscriptionId, request.Header);
            for (int i = 0; i < results.Length; i++)
            {
                bool isKnown;
                lock (_context.Space.Lock)
                    isKnown = subscription.TryDetach(request.MonitoredItemIds[i]);

                results[i] = isKnown ? StatusCode.Good : StatusCodes.BadMonitoredItemIdInvalid;
            }
        }

        return Answer(new DeleteMonitoredItemsResponse { Results = results }, request.Header.RequestHandle);
    }
}
