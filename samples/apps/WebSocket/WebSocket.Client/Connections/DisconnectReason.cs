namespace WebSockets.Client.Connections;

/// <summary>Specifies the reason for which a connection ended or failed.</summary>
public enum DisconnectReason
{
    /// <summary>The connection was lost.</summary>
    Lost,

    /// <summary>The peer closed it, with a code.</summary>
    ClosedByPeer,

    /// <summary>This application closed or disposed the client.</summary>
    ClosedByUser,

    /// <summary>Nothing was received for too long.</summary>
    Inactive,

    /// <summary>Sending one message took too long.</summary>
    SendTimedOut,

    /// <summary>A message of the peer was longer than allowed. The peer was notified with code 1009.</summary>
    MessageTooLong,

    /// <summary>The peer violated the protocol: invalid frames, or a text that is not UTF-8.</summary>
    ProtocolError,

    /// <summary>The peer sent more pings, pongs or empty fragments than <see cref="ConnectionOptions.EmptyFramesPerSecond"/> allows.
    /// </summary>
    TooManyFrames,

    /// <summary>There was no connection: no server listens, or the handshake was refused.</summary>
    ConnectFailed,

    /// <summary>There was no connection within the timeout.</summary>
    ConnectTimedOut,
}
