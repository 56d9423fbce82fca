using System.Diagnostics.CodeAnalysis;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace OpcUa.Client.After;

/// <summary>The values of one message, where they were decoded to: nothing is copied or made for them.</summary>
/// <remarks>Good until the callback ends; so are its items. Whoever wants to keep them detaches the message.</remarks>
public readonly ref struct DataChange
{
    private readonly PooledScope _scope;

    internal DataChange(NotificationMessage message, ISubscription subscription, PooledScope scope)
    {
        Message = message;
        Subscription = subscription;
        _scope = scope;
    }

    /// <summary>The whole message.</summary>
    public NotificationMessage Message { get; }

    public ISubscription Subscription { get; }

    /// <summary>How many values there are.</summary>
    public int Count
    {
        get
        {
            int count = 0;
            foreach (DataChangeNotification change in Message.DataChanges.Span)
                count += change.MonitoredItems.Count;

            return count;
        }
    }

    /// <summary>Gets the item that a value belongs to.</summary>
    /// <returns><see langword="false"/> if it was removed meanwhile, or the server made its number up.</returns>
    public bool TryGetItem(MonitoredItemNotification notification, [NotNullWhen(true)] out MonitoredItem? item) =>
        Subscription.Items.TryGet(notification.ClientHandle, out item);

    /// <summary>Takes the message out of the connection's hands: whoever calls this returns it, at any time and on any thread.</summary>
    public PooledRef<NotificationMessage> Detach() => _scope.Detach(Message);

    public Enumerator GetEnumerator() => new(Message);

    /// <summary>Goes through the values of all parts of the message, of which there is nearly always one.</summary>
    public ref struct Enumerator
    {
        private readonly ReadOnlySpan<DataChangeNotification> _changes;
        private ReadOnlySpan<MonitoredItemNotification> _items;
        private int _change;
        private int _item;

        internal Enumerator(NotificationMessage message)
        {
            _changes = message.DataChanges.Span;
            _item = -1;
        }

        public readonly MonitoredItemNotification Current => _items[_item];

        public bool MoveNext()
        {
            while (++_item >= _items.Length)
            {
                if (_change == _changes.Length)
                    return false;

                _items = _changes[_change++].MonitoredItems.Span;
                _item = -1;
            }

            return true;
        }
    }
}
