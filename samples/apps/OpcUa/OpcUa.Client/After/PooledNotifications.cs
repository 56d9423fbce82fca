using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace OpcUa.Client.After;

/// <summary>Receives notifications without allocating: a message is rented with the parts that remained in it, decoded into them, passed to
/// the application, and returned.</summary>
/// <remarks><para>It does not allocate: each message takes one rental, whatever its size, because <see cref="EncodeableList{T}"/> keeps the
/// parts; values are structs in their parts; arrays of values are rented through the scope; the callback receives the message itself by
/// reference; an event source reports to tools only if they listen.</para>
/// <para>The application detaches the messages that it keeps. Everything else is returned when the scope ends, even if decoding
/// fails.</para></remarks>
public sealed partial class PooledNotifications(INotificationHandler handler, DecodingLimits? limits = null) : INotificationPath
{
    public StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(message, scope, limits);
        NotificationMessage decoded = scope.Rent(NotificationMessage.Pool);
        decoded.Decode(ref decoder);
        Tell(decoded, subscription);

        StatusCode? status = decoded.StatusChange; // read first: a detached message may be returned at any time
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

    /// <summary>Reports a message to tools, if <c>PooledNotifications.Events.cs</c> is included.</summary>
    static partial void Tell(NotificationMessage message, ISubscription subscription);
}
