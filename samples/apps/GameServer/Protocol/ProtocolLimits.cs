namespace Pooling.GameServer.Protocol;

/// <summary>The limits of the protocol for both ends.</summary>
internal static class ProtocolLimits
{
    public const byte Protocol = 1;
    public const byte Version = 2;

    /// <summary>The maximum length of a client's frame in bytes, without its length prefix.</summary>
    public const int ClientFrame = 1024;

    /// <summary>The maximum length of a server's frame.</summary>
    public const int ServerFrame = 4096;

    /// <summary>The maximum length of a name, and of a chat text below, in bytes of UTF-8.</summary>
    public const int Name = 32;

    public const int ChatText = 200;

    /// <summary>The minimum number of packets between two key changes of a sender: a key change costs the receiver more than a
    /// packet.</summary>
    public const long MinPacketsPerKey = 1000;
}
