using System.Diagnostics.CodeAnalysis;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace OpcUa.Client.After;

/// <summary>The values of one message, in the objects that they were decoded into. Nothing is copied or allocated for them.</summary>
/// <remarks>Valid until the callback returns, and so are its items. Detach the message to keep them.</remarks>
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

    /// <summary>The number of values.</summary>
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
    /// <returns><see langword="false"/> if the item was removed in the meantime, or the server sent an unknown number.</returns>
    public bool TryGetItem(MonitoredItemNotification notification, [NotNullWhen(true)] out MonitoredItem? item) =>
        Subscription.Items.TryGet(notification.ClientHandle, out item);

    /// <summary>Detaches the message from the callback. The caller must return it, at any time and on any thread.</summary>
    public PooledRef<NotificationMessage> Detach() => _scope.Detach(Message);

    public Enumerator GetEnumerator() => new(Message);

    /// <summary>Enumerates the values of all parts of the message; nearly always there is one part.</summary>
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
