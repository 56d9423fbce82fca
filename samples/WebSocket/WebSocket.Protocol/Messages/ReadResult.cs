namespace WebSockets.Protocol.Messages;

/// <summary>What a <see cref="MessageReader"/> has read.</summary>
public enum ReadResult
{
    /// <summary>Nothing whole: more must be received.</summary>
    NeedsMore,

    /// <summary>A message of text or bytes.</summary>
    Message,

    /// <summary>A compressed message that may take long to inflate, which the next call does. Only readers that were asked to say so do.
    /// </summary>
    LongMessage,

    Ping,

    Pong,

    /// <summary>A close frame: nothing behind it is read.</summary>
    Close,

    /// <summary>What was received is not allowed: nothing more is read.</summary>
    Failed,
}
