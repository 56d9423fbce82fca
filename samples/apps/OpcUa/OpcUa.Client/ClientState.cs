namespace OpcUa.Client;

/// <summary>The state of a client.</summary>
public enum ClientState
{
    Connected,

    /// <summary>The connection was lost. Calls fail until the client has reconnected.</summary>
    Reconnecting,

    /// <summary>The client was disposed, or does not reconnect.</summary>
    Closed,
}
