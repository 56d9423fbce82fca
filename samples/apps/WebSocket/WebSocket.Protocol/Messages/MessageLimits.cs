namespace WebSockets.Protocol.Messages;

/// <summary>The limits for the messages of one connection.</summary>
public sealed record MessageLimits
{
    /// <summary>Gets the maximum size of a message in bytes, including after decompression.</summary>
    public long MaxMessage { get; init; } = 1 << 20;

    /// <summary>Gets the maximum number of bytes in the payload of a frame.</summary>
    public long MaxFrame { get; init; } = long.MaxValue;

    /// <summary>Gets the maximum number of frames of a message.</summary>
    public int MaxFragments { get; init; } = 131_072;

    /// <summary>Gets the size of the receive buffer in bytes, which a connection also keeps while it is idle.</summary>
    public int ReceiveBuffer { get; init; } = 4096;
}
