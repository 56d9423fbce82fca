using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Sessions;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Connections;

/// <content>Changes of subscriptions and of their items.</content>
internal sealed partial class ServerConnection
{
    private ModifySubscriptionResponse ModifySubscription(ModifySubscriptionRequest request)
    {
        Session session = FindSession(request.Header);
        lock (session.Gate)
        {
            Subscription subscription = FindSubscription(session, request.SubscriptionId, request.Header);
            Revise(subscription, request.RequestedPublishingInterval, request.RequestedLifetimeCount, request.RequestedMaxKeepAliveCount,
                request.MaxNotificationsPerPublish);
            session.SetPriority(subscription, request.Priority);
            subscription.NextCycle = Math.Min(subscription.NextCycle, Environment.TickCount64 + subscription.PublishingInterval);
            return Answer(new ModifySubscriptionResponse
            {
                RevisedPublishingInterval = subscription.PublishingInterval,
                RevisedLifetimeCount = subscription.LifetimeCount,
                RevisedMaxKeepAliveCount = subscription.MaxKeepAliveCount,
            }, request.Header.RequestHandle);
        }
    }

    private SetPublishingModeResponse SetPublishingMode(SetPublishingModeRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.SubscriptionIds.Length, request.Header);
        var results = new StatusCode[request.SubscriptionIds.Length];
        lock (session.Gate)
        {
            Check(session, request.Header);
            for (int i = 0; i < results.Length; i++)
            {
                if (session.Find(request.SubscriptionIds[i]) is { } subscription)
                {
                    subscription.IsPublishing = request.PublishingEnabled;
                    subscription.LifetimeCounter = 0;
                }
                else
                {
                    results[i] = StatusCodes.BadSubscriptionIdInvalid;
                }
            }
        }

        return Answer(new SetPublishingModeResponse { Results = results }, request.Header.RequestHandle);
    }

    private ModifyMonitoredItemsResponse ModifyItems(ModifyMonitoredItemsRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.ItemsToModify.Length, request.Header);
        CheckTimestamps(request.TimestampsToReturn, request.Header);
        var results = new MonitoredItemModifyResult[request.ItemsToModify.Length];
        lock (session.Gate)
        {
            Subscription subscription = FindSubscription(session, request.SubscriptionId, request.Header);
            for (int i = 0; i < results.Length; i++)
                results[i] = ItemCreation.Modify(_context, subscription, in request.ItemsToModify[i], request.TimestampsToReturn);
        }

        return Answer(new ModifyMonitoredItemsResponse { Results = results }, request.Header.RequestHandle);
    }

    private SetMonitoringModeResponse SetMonitoringMode(SetMonitoringModeRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.MonitoredItemIds.Length, request.Header);
        if (!Enum.IsDefined(request.MonitoringMode))
            throw new ServiceException(StatusCodes.BadMonitoringModeInvalid, request.Header);

        var results = new StatusCode[request.MonitoredItemIds.Length];
        lock (session.Gate)
        {
            Subscription subscription = FindSubscription(session, request.SubscriptionId, request.Header);
            for (int i = 0; i < results.Length; i++)
            {
                if (subscription.FindItem(request.MonitoredItemIds[i]) is { } item)
                    subscription.SetMode(item, request.MonitoringMode, _context.Space);
                else
                    results[i] = StatusCodes.BadMonitoredItemIdInvalid;
            }
        }

        return Answer(new SetMonitoringModeResponse { Results = results }, request.Header.RequestHandle);
    }

    /// <summary>Finds the subscription of a request, and extends its lifetime. Call it under the lock of the session.</summary>
    private Subscription FindSubscription(Session session, uint subscriptionId, RequestHeader header)
    {
        Check(session, header);
        Subscription subscription = session.Find(subscriptionId)
            ?? throw new ServiceException(StatusCodes.BadSubscriptionIdInvalid, header);
        subscription.LifetimeCounter = 0;
        return subscription;
    }
}
