namespace WebSockets.Client;

/// <summary>A message of the peer is longer than the client allows.</summary>
/// <param name="message">What is wrong.</param>
public sealed class MessageTooLongException(string message) : Exception(message)
{
    /// <summary>Makes the exception for a limit.</summary>
    /// <param name="limit">The most bytes that are allowed.</param>
    public static MessageTooLongException Of(long limit) => new($"A message is longer than {limit} bytes.");
}
