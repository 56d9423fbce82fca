namespace OpcUa.Protocol.Transport;

/// <summary>What one end of a connection accepts.</summary>
public sealed record TransportLimits
{
    /// <summary>The fewest bytes that each end must accept in a chunk.</summary>
    public const int LeastBuffer = 8192;

    /// <summary>The most bytes of a chunk that is received.</summary>
    public int ReceiveBuffer { get; init; } = 65_535;

    /// <summary>The most bytes of a chunk that is sent.</summary>
    public int SendBuffer { get; init; } = 65_535;

    /// <summary>The most bytes of a message that is received, the bodies of its chunks together.</summary>
    public int MaxMessageSize { get; init; } = 16 << 20;

    /// <summary>The most chunks of a message that is received.</summary>
    public int MaxChunkCount { get; init; } = 2048;

    /// <summary>The most bytes that may wait to be sent over one connection. A message is taken while fewer wait.</summary>
    public int MaxQueuedBytes { get; init; } = 4 << 20;

    /// <summary>The most messages that may wait to be sent over one connection.</summary>
    public int MaxQueuedMessages { get; init; } = 1024;

    /// <summary>How long a peer may take nothing of what is sent to it.</summary>
    public TimeSpan Write { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a connection that was ended waits for the peer to take the reason.</summary>
    public TimeSpan Linger { get; init; } = TimeSpan.FromSeconds(1);
}
