namespace WebSockets.Client.Connections;

/// <summary>Specifies the state of a client.</summary>
public enum ClientState
{
    /// <summary>The client was not started.</summary>
    Idle,

    /// <summary>The client is connecting.</summary>
    Connecting,

    /// <summary>The client is connected.</summary>
    Connected,

    /// <summary>The client waits before the next attempt to connect.</summary>
    Waiting,

    /// <summary>The client has ended. No more callbacks follow.</summary>
    Closed,
}
