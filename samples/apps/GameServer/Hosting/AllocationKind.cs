namespace Pooling.GameServer.Hosting;

/// <summary>Specifies the purpose of allocated memory.</summary>
internal enum AllocationKind
{
    /// <summary>Input, StateAck, the other state packets, Ping and Pong.</summary>
    Packets,

    Chat,

    /// <summary>Connecting, handshakes, logins and leaving.</summary>
    Sessions,

    /// <summary>Reporting the figures each second.</summary>
    Reports,
}
