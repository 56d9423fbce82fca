using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Subscriptions;

/// <summary>Creates and modifies items for requests.</summary>
internal static class ItemCreation
{
    /// <summary>Adds an item to a subscription. Call it under the lock of the session.</summary>
    public static MonitoredItemCreateResult Create(
        ServerContext context, Session session, Subscription subscription, in MonitoredItemCreateRequest request,
        TimestampsToReturn timestamps)
    {
        StatusCode status = Check(context.Space, in request, out IValueSource? source, out ItemFilter filter);
        if (status != StatusCode.Good)
            return new MonitoredItemCreateResult(status);

        if (subscription.ItemCount >= context.Limits.ItemsPerSubscription || !session.Held.TryTakeItem(source!.ValueBytes))
            return new MonitoredItemCreateResult(StatusCodes.BadTooManyMonitoredItems);

        MonitoringParameters wanted = request.RequestedParameters;
        int queueSize = RevisedQueueSize(wanted.QueueSize, context.Limits);
        var item = new MonitoredItem(subscription, subscription.NextItem(), source, queueSize)
        {
            ClientHandle = wanted.ClientHandle,
            Timestamps = timestamps,
            Mode = request.MonitoringMode,
            DiscardOldest = wanted.DiscardOldest,
            Filter = filter,
        };
        lock (context.Space.Lock) // so that no change is lost or repeated between the first value and the next
            subscription.Attach(item, source.Read());

        // Each change is reported, whatever the client requested; an interval of 0 expresses that.
        return new MonitoredItemCreateResult(StatusCode.Good, item.Id, RevisedSamplingInterval: 0, (uint)item.QueueSize);
    }

    /// <summary>Changes an item. Call it under the lock of the session.</summary>
    public static MonitoredItemModifyResult Modify(
        ServerContext context, Subscription subscription, in MonitoredItemModifyRequest request, TimestampsToReturn timestamps)
    {
        if (subscription.FindItem(request.MonitoredItemId) is not { } item)
            return new MonitoredItemModifyResult(StatusCodes.BadMonitoredItemIdInvalid);

        MonitoringParameters wanted = request.RequestedParameters;
        StatusCode status = ItemFilter.TryRead(wanted.Filter, out ItemFilter filter);
        if (status != StatusCode.Good)
            return new MonitoredItemModifyResult(status);

        subscription.Modify(item, in wanted, RevisedQueueSize(wanted.QueueSize, context.Limits), filter, timestamps);
        return new MonitoredItemModifyResult(StatusCode.Good, RevisedSamplingInterval: 0, (uint)item.QueueSize);
    }

    private static int RevisedQueueSize(uint wanted, ServerLimits limits) => (int)Math.Clamp(wanted, 1, (uint)limits.QueueSize);

    private static StatusCode Check(
        AddressSpace space, in MonitoredItemCreateRequest request, out IValueSource? source, out ItemFilter filter)
    {
        source = null;
        filter = default;
        ReadValueId wanted = request.ItemToMonitor;
        if (space.Find(wanted.NodeId) is not { } node)
            return StatusCodes.BadNodeIdUnknown;

        if (wanted.AttributeId != AttributeIds.Value || node.Source is null)
            return StatusCodes.BadAttributeIdInvalid;

        if (wanted.IndexRange is not null)
            return StatusCodes.BadIndexRangeInvalid;

        if (wanted.DataEncoding.Name is not null)
            return StatusCodes.BadDataEncodingInvalid;

        if (!Enum.IsDefined(request.MonitoringMode))
            return StatusCodes.BadMonitoringModeInvalid;

        source = node.Source;
        return ItemFilter.TryRead(request.RequestedParameters.Filter, out filter);
    }
}
