using System.Buffers;

namespace WebSockets.Client.After;

/// <summary>What an application does with messages. It is called by one loop, message by message, in order.</summary>
/// <remarks>Both arguments are good until the method returns: their memory is used again for the next message. An exception ends nothing:
/// it is counted, and the next message comes.</remarks>
public interface IMessageHandler
{
    /// <summary>Handles a text message.</summary>
    /// <param name="utf8">The text, valid UTF-8.</param>
    void OnText(ReadOnlySpan<byte> utf8);

    /// <summary>Handles a binary message.</summary>
    /// <param name="data">Its bytes: one segment, unless it is long.</param>
    void OnBinary(in ReadOnlySequence<byte> data);
}
