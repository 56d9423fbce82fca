namespace OpcUa.Protocol.Transport;

/// <summary>The limits of one end of a connection.</summary>
public sealed record TransportLimits
{
    /// <summary>The minimum chunk size that each end must accept, in bytes.</summary>
    public const int MinBuffer = 8192;

    /// <summary>The maximum size of a received chunk in bytes.</summary>
    public int ReceiveBuffer { get; init; } = 65_535;

    /// <summary>The maximum size of a sent chunk in bytes.</summary>
    public int SendBuffer { get; init; } = 65_535;

    /// <summary>The maximum length of a received message in bytes: the sum of the bodies of its chunks.</summary>
    public int MaxMessageSize { get; init; } = 16 << 20;

    /// <summary>The maximum number of chunks of a received message.</summary>
    public int MaxChunkCount { get; init; } = 2048;

    /// <summary>The maximum length of a sent message in bytes. The peer may accept less.</summary>
    public int MaxSentMessageSize { get; init; } = 64 << 20;

    /// <summary>The number of bytes waiting to be sent over one connection below which another message is accepted, and
    /// the next request is read. The response to a request that was read is always accepted.</summary>
    public int MaxQueuedBytes { get; init; } = 4 << 20;

    /// <summary>The number of messages waiting to be sent below which the same holds.</summary>
    public int MaxQueuedMessages { get; init; } = 1024;

    /// <summary>The time for which a peer may accept no data.</summary>
    public TimeSpan Write { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The time for which a closed connection waits until the peer has received the reason.</summary>
    public TimeSpan Linger { get; init; } = TimeSpan.FromSeconds(1);
}
