using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace OpcUa.Client.After;

/// <summary>Notifications without an allocation: a message is rented with the parts that the last one left in it, decoded into them, shown
/// to the application, and returned.</summary>
/// <remarks><para>What makes it free: one rental for a message, whatever its size, since <see cref="EncodeableList{T}"/> keeps the parts;
/// values are structs in their parts; arrays of values are rented through the scope; the callback gets the message itself by
/// reference.</para>
/// <para>What the application keeps, it detaches. Everything else is returned when the scope ends, also when decoding fails
/// half-way.</para></remarks>
public sealed class PooledNotifications(INotificationHandler handler, DecodingLimits? limits = null) : INotificationPath
{
    public StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(message, scope, limits);
        NotificationMessage decoded = scope.Rent(NotificationMessage.Pool);
        decoded.Decode(ref decoder);

        StatusCode? status = decoded.StatusChange; // read first: a message that is detached may be returned at any time
        foreach (EventNotificationList events in decoded.Events.Span)
            handler.OnEvents(events, subscription);

        if (decoded.DataChanges.Count > 0)
        {
            var change = new DataChange(decoded, subscription, scope);
            subscription.CountNotifications(change.Count);
            handler.OnDataChange(in change);
        }

        return status;
    }
}
