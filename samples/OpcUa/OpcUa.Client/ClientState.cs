namespace OpcUa.Client;

/// <summary>Where a client is.</summary>
public enum ClientState
{
    Connected,

    /// <summary>The connection was lost; calls fail until there is another one.</summary>
    Reconnecting,

    /// <summary>It was disposed, or shall not connect again.</summary>
    Closed,
}
