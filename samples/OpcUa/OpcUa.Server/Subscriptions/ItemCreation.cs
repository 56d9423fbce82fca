using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Subscriptions;

/// <summary>Makes items of what clients ask for.</summary>
internal static class ItemCreation
{
    /// <summary>Adds an item to a subscription. Under the lock of the session.</summary>
    public static MonitoredItemCreateResult Create(
        ServerContext context, Session session, Subscription subscription, in MonitoredItemCreateRequest request,
        TimestampsToReturn timestamps)
    {
        StatusCode status = Check(context.Space, in request, out IValueSource? source, out ItemFilter filter);
        if (status != StatusCode.Good)
            return new MonitoredItemCreateResult(status);

        if (subscription.ItemCount >= context.Limits.ItemsPerSubscription || session.ItemCount >= context.Limits.ItemsPerSession
            || !context.Counters.TryAddItem(context.Limits.Items))
        {
            return new MonitoredItemCreateResult(StatusCodes.BadTooManyMonitoredItems);
        }

        MonitoringParameters wanted = request.RequestedParameters;
        var item = new MonitoredItem(subscription, subscription.NextItem(), source!)
        {
            ClientHandle = wanted.ClientHandle,
            Timestamps = timestamps,
            Mode = request.MonitoringMode,
            QueueSize = (int)Math.Clamp(wanted.QueueSize, 1, (uint)context.Limits.QueueSize),
            DiscardOldest = wanted.DiscardOldest,
            Filter = filter,
        };
        lock (context.Space.Lock) // so that no change is lost between the first value and the next, and none comes twice
            subscription.Attach(item, source!.Read());

        // Each change is reported, whatever the client asks for: an interval of 0 says so.
        return new MonitoredItemCreateResult(StatusCode.Good, item.Id, RevisedSamplingInterval: 0, (uint)item.QueueSize);
    }

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
