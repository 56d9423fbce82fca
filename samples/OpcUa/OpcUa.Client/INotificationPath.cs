using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client;

/// <summary>What happens to a notification message between the socket and the application: the one thing in which <c>Before/</c> and
/// <c>After/</c> differ.</summary>
public interface INotificationPath
{
    /// <summary>Decodes a message and hands over what it tells. Called by the receiving loop, one message at a time.</summary>
    /// <param name="message">The message, good until the call ends. What follows it in the response may stand behind it.</param>
    /// <param name="subscription">Whose message it is.</param>
    /// <returns>What became of the subscription, if the message tells that.</returns>
    /// <exception cref="Protocol.Encoding.DecodingException">It is no notification message.</exception>
    StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription);
}
