using System.Buffers;

namespace WebSockets.Client.After;

/// <summary>Handles the messages of a connection. One loop calls it for each message, in order.</summary>
/// <remarks>Both arguments are valid until the method returns. Then their memory is used for the next message. An exception does not end
/// the connection; it is counted, and the next message is delivered.</remarks>
public interface IMessageHandler
{
    /// <summary>Handles a text message.</summary>
    /// <param name="utf8">The text, valid UTF-8.</param>
    void OnText(ReadOnlySpan<byte> utf8);

    /// <summary>Handles a binary message.</summary>
    /// <param name="data">The bytes of the message. They are in one segment, unless the message is long.</param>
    void OnBinary(in ReadOnlySequence<byte> data);
}
