namespace WebSockets.Protocol.Messages;

/// <summary>Specifies the result of a <see cref="MessageReader"/>.</summary>
public enum ReadResult
{
    /// <summary>Nothing is complete: more bytes must be received.</summary>
    NeedsMore,

    /// <summary>A message of text or bytes.</summary>
    Message,

    /// <summary>A compressed message, which the next call inflates. Only returned if the inflater is announced.</summary>
    CompressedMessage,

    Ping,

    Pong,

    /// <summary>A close frame. Nothing after it is read.</summary>
    Close,

    /// <summary>The received data violates the protocol. Nothing more is read.</summary>
    Failed,
}
