namespace OpcUa.Protocol.Transport;

/// <summary>What all connections of one server or client may have together.</summary>
public sealed record TransportMemoryOptions
{
    /// <summary>The most bytes of messages that are being received.</summary>
    public long MaxReceiving { get; init; } = 64L << 20;

    /// <summary>The most bytes of messages that wait to be sent.</summary>
    public long MaxSending { get; init; } = 128L << 20;

    /// <summary>The most bytes that are kept for reuse.</summary>
    public long MaxRetained { get; init; } = 64L << 20;
}
