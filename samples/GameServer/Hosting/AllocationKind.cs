namespace Pooling.GameServer.Hosting;

/// <summary>What the server allocated memory for.</summary>
internal enum AllocationKind
{
    /// <summary>Input, StateAck, the other state packets, Ping and Pong.</summary>
    Packets,

    Chat,

    /// <summary>Connecting, handshakes, logins and leaving.</summary>
    Sessions,

    /// <summary>Telling each second what the server did.</summary>
    Reports,
}
