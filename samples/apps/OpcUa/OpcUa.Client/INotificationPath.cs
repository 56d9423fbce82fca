using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client;

/// <summary>The path of a notification message from the socket to the application. This is the only part that differs between
/// <c>Before/</c> and <c>After/</c>.</summary>
public interface INotificationPath
{
    /// <summary>Decodes a message and delivers its notifications. Called by the receive loop, one message at a time.</summary>
    /// <param name="message">The message, valid until the call returns. It may be followed by other fields of the response.</param>
    /// <param name="subscription">The subscription of the message.</param>
    /// <returns>The status of the subscription, if the message reports a change.</returns>
    /// <exception cref="Protocol.Encoding.DecodingException">The data is not a notification message.</exception>
    StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription);
}
