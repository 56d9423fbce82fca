namespace WebSockets.Client.Connections;

/// <summary>What a client is doing.</summary>
public enum ClientState
{
    /// <summary>It was not started.</summary>
    Idle,

    /// <summary>It connects.</summary>
    Connecting,

    /// <summary>It is connected.</summary>
    Connected,

    /// <summary>It waits until it connects again.</summary>
    Waiting,

    /// <summary>It has ended. No callback comes any more.</summary>
    Closed,
}
