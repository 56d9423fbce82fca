namespace Pooling.GameServer.Protocol;

/// <summary>What peers must keep to.</summary>
internal static class ProtocolLimits
{
    public const byte Protocol = 1;
    public const byte Version = 2;

    /// <summary>The longest frame that a client may send, without its length: bytes.</summary>
    public const int ClientFrame = 1024;

    /// <summary>The longest frame that the server sends.</summary>
    public const int ServerFrame = 4096;

    /// <summary>The longest name and chat text in UTF-8: bytes.</summary>
    public const int Name = 32;

    public const int ChatText = 200;

    /// <summary>The least packets between two new keys of a sender: a new key costs the receiver more than a packet.</summary>
    public const long LeastPacketsPerKey = 1000;
}
