namespace WebSockets.Protocol.Messages;

/// <summary>What a <see cref="MessageReader"/> has read.</summary>
public enum ReadResult
{
    /// <summary>Nothing whole: more must be received.</summary>
    NeedsMore,

    /// <summary>A message of text or bytes.</summary>
    Message,

    /// <summary>A compressed message, which the next call inflates. Only readers that were asked to say so do.</summary>
    CompressedMessage,

    Ping,

    Pong,

    /// <summary>A close frame: nothing behind it is read.</summary>
    Close,

    /// <summary>What was received is not allowed: nothing more is read.</summary>
    Failed,
}
