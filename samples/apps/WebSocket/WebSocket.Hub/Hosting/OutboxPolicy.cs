namespace WebSockets.Hub.Hosting;

/// <summary>Specifies the handling of a broadcast message for which a socket has no room, because its peer reads too slowly.</summary>
public enum OutboxPolicy
{
    /// <summary>The oldest waiting messages are dropped.</summary>
    DropOldest,

    /// <summary>The message is not sent to that socket.</summary>
    DropNewest,

    /// <summary>The socket is closed with 1008.</summary>
    Disconnect,
}
