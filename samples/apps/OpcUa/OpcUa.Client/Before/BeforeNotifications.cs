using Microsoft.Extensions.Logging;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;

namespace OpcUa.Client.Before;

/// <summary>Receives notifications in the common way: every object is created with <c>new</c> and left to the garbage collector.</summary>
/// <remarks><para>It uses the same decoder as <c>After/</c>, so that only the allocations differ. Each pattern names the row of the
/// published figures that it is taken from.</para>
/// <para>It creates a logger factory for each message, as the published pattern does (row OPCREP-logger-factory), and writes nothing to it.
/// <c>After/</c> uses one event source for the whole process instead.</para></remarks>
public sealed partial class BeforeNotifications(DecodingLimits? limits = null) : INotificationPath
{
    private static readonly NodeId s_statusChangeId = new(820);

    /// <summary>Occurs for each value.</summary>
    public event EventHandler<MonitoredItemEventArgs>? Notification;

    public StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription)
    {
        var decoder = new BinaryDecoder(message, default, limits); // without a scope, arrays of values are allocated, too
        uint sequenceNumber = decoder.ReadUInt32();
        DateTime publishTime = decoder.ReadDateTime();
        StatusCode? status = null;
        int count = decoder.ReadArrayLength(minBytes: 3);
        for (int i = 0; i < count; i++)
        {
            NodeId type = decoder.ReadNodeId();
            int end = decoder.BeginStructure();
            if (end >= 0 && type == DataChangeNotification.EncodingId)
                Raise(DecodeItems(ref decoder), sequenceNumber, publishTime, subscription);
            else if (end >= 0 && type == s_statusChangeId)
                status = decoder.ReadStatusCode();

            decoder.EndStructure(end);
        }

        return status;
    }

    /// <summary>Creates an array, and an object for each value (rows OPCUA-DataChangeNotification and
    /// OPCUA-MonitoredItemNotification).</summary>
    private static MonitoredItemNotification[] DecodeItems(ref BinaryDecoder decoder)
    {
        int count = decoder.ReadArrayLength(minBytes: 5);
        var items = new MonitoredItemNotification[Math.Max(0, count)];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = new MonitoredItemNotification();
            items[i].Decode(ref decoder);
        }

        return items;
    }

    private void Raise(MonitoredItemNotification[] items, uint sequenceNumber, DateTime publishTime, ISubscription subscription)
    {
        using ILoggerFactory factory = LoggerFactory.Create(static _ => { }); // for each call (row OPCREP-logger-factory)
        ILogger logger = factory.CreateLogger<BeforeNotifications>();
        if (logger.IsEnabled(LogLevel.Trace))
            LogMessage(logger, sequenceNumber, items.Length);

        subscription.CountNotifications(items.Length);
        foreach (MonitoredItemNotification item in items)
        {
            subscription.Items.TryGet(item.ClientHandle, out MonitoredItem? monitored);
            var args = new MonitoredItemEventArgs(subscription, monitored, item, sequenceNumber, publishTime); // for each value
            Notification?.Invoke(this, args);
        }
    }

    [LoggerMessage(Level = LogLevel.Trace, Message = "Message {SequenceNumber} brings {Count} values")]
    private static partial void LogMessage(ILogger logger, uint sequenceNumber, int count);
}
