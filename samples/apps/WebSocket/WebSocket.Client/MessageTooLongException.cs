namespace WebSockets.Client;

/// <summary>The exception that is thrown when a message of the peer is longer than the client allows.</summary>
/// <param name="message">The message of the exception.</param>
public sealed class MessageTooLongException(string message) : Exception(message)
{
    /// <summary>Creates the exception for a limit.</summary>
    /// <param name="limit">The maximum number of bytes.</param>
    public static MessageTooLongException Of(long limit) => new($"A message is longer than {limit} bytes.");
}
