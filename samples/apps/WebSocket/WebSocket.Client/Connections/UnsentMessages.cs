namespace WebSockets.Client.Connections;

/// <summary>What becomes of messages that wait when a connection has ended, in whatever way: it broke, the peer closed it, nothing came or
/// went for too long, or somebody did not keep to the protocol.</summary>
/// <remarks>Without a next connection, because the client was closed or disposed or must not connect again, messages that could not be
/// sent are lost in either case, and counted.</remarks>
public enum UnsentMessages
{
    /// <summary>They wait for the next connection. The one that was being sent is sent again: the peer may have it already.</summary>
    Keep,

    /// <summary>They are lost, and counted as such.</summary>
    Lose,
}
