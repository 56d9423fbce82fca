namespace WebSockets.Client.Connections;

/// <summary>Specifies the handling of messages that wait when a connection has ended for any reason: it was lost, the peer closed it, a
/// timeout expired, or an end violated the protocol.</summary>
/// <remarks>If there is no next connection, because the client was closed or disposed or must not reconnect, unsent messages are lost in
/// either case, and counted.</remarks>
public enum UnsentMessages
{
    /// <summary>They wait for the next connection. The message that was being sent is sent again. The peer may have received it
    /// already.</summary>
    Keep,

    /// <summary>They are lost, and counted as lost.</summary>
    Lose,
}
