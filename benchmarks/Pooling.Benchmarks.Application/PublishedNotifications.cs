using Microsoft.Extensions.Logging;
using OpcUa.Client;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;

namespace Pooling.Benchmarks.Application;

/// <summary>Receives notifications with the published improvements. They are created with <c>new</c> as before, but there is one logger
/// factory for all, and one object of event arguments for each thread.</summary>
internal sealed class PublishedNotifications : INotificationPath
{
    private static readonly Lazy<ILoggerFactory> s_factory = new(static () => LoggerFactory.Create(static _ => { }));
    private static readonly ThreadLocal<Args> s_args = new(static () => new Args());

    internal event EventHandler<Args>? Notified;

    public StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription)
    {
        var decoder = new BinaryDecoder(message);
        decoder.ReadUInt32();
        decoder.ReadDateTime();
        int count = decoder.ReadArrayLength(minBytes: 3);
        for (int i = 0; i < count; i++)
        {
            NodeId type = decoder.ReadNodeId();
            int end = decoder.BeginStructure();
            if (end >= 0 && type == DataChangeNotification.EncodingId)
                Raise(DecodeItems(ref decoder), subscription);

            decoder.EndStructure(end);
        }

        return null;
    }

    private static MonitoredItemNotification[] DecodeItems(ref BinaryDecoder decoder)
    {
        var items = new MonitoredItemNotification[Math.Max(0, decoder.ReadArrayLength(minBytes: 5))];
        for (int i = 0; i < items.Length; i++)
            (items[i] = new MonitoredItemNotification()).Decode(ref decoder);

        return items;
    }

    private void Raise(MonitoredItemNotification[] items, ISubscription subscription)
    {
        ILogger logger = s_factory.Value.CreateLogger<PublishedNotifications>();
        if (logger.IsEnabled(LogLevel.Trace))
            throw new InvalidOperationException("Nothing may be logged.");

        subscription.CountNotifications(items.Length);
        foreach (MonitoredItemNotification notification in items)
        {
            Args args = s_args.Value!;
            subscription.Items.TryGet(notification.ClientHandle, out MonitoredItem? item);
            (args.Item, args.Notification) = (item, notification);
            Notified?.Invoke(this, args);
            (args.Item, args.Notification) = (null, null);
        }
    }

    internal sealed class Args : EventArgs
    {
        internal MonitoredItem? Item { get; set; }
        internal MonitoredItemNotification? Notification { get; set; }
    }
}
