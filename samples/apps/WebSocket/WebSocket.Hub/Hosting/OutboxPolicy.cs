namespace WebSockets.Hub.Hosting;

/// <summary>What becomes of a broadcast message that a socket has no room for, since its peer reads too slowly.</summary>
public enum OutboxPolicy
{
    /// <summary>What has waited longest gives way.</summary>
    DropOldest,

    /// <summary>The message is not sent to that socket.</summary>
    DropNewest,

    /// <summary>The socket is closed, with 1008.</summary>
    Disconnect,
}
