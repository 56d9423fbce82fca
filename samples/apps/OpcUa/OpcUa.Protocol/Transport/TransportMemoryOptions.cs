namespace OpcUa.Protocol.Transport;

/// <summary>The limits for the memory of all connections of one server or client. An address never gets more than is left for
/// others.</summary>
public sealed record TransportMemoryOptions
{
    /// <summary>The maximum number of bytes of messages that are being received.</summary>
    public long MaxReceiving { get; init; } = 64L << 20;

    /// <summary>The maximum number of these bytes per address.</summary>
    public long MaxReceivingPerAddress { get; init; } = 16L << 20;

    /// <summary>The maximum number of bytes of messages that are being encoded, or wait to be sent.</summary>
    public long MaxSending { get; init; } = 128L << 20;

    /// <summary>The maximum number of these bytes per address.</summary>
    public long MaxSendingPerAddress { get; init; } = 32L << 20;

    /// <summary>The maximum number of bytes that are kept for reuse.</summary>
    public long MaxRetained { get; init; } = 64L << 20;
}
