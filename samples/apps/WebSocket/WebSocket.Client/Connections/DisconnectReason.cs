namespace WebSockets.Client.Connections;

/// <summary>Why a connection ended, or was none.</summary>
public enum DisconnectReason
{
    /// <summary>The connection broke.</summary>
    Lost,

    /// <summary>The peer closed it, with a code.</summary>
    ClosedByPeer,

    /// <summary>This application closed or disposed the client.</summary>
    ClosedByUser,

    /// <summary>Nothing came for too long.</summary>
    Inactive,

    /// <summary>One message could not be sent for too long.</summary>
    SendTimedOut,

    /// <summary>A message of the peer was longer than allowed. The peer was told so with code 1009.</summary>
    MessageTooLong,

    /// <summary>The peer did not keep to the protocol: bad frames, or a text that is no UTF-8.</summary>
    ProtocolError,

    /// <summary>The peer sent more pings, pongs or empty fragments than <see cref="ConnectionOptions.EmptyFramesPerSecond"/> allows.
    /// </summary>
    TooManyFrames,

    /// <summary>There was no connection: nobody listens, or the handshake was refused.</summary>
    ConnectFailed,

    /// <summary>There was no connection in time.</summary>
    ConnectTimedOut,
}
