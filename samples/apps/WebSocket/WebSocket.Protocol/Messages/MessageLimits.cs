namespace WebSockets.Protocol.Messages;

/// <summary>What one connection accepts.</summary>
public sealed record MessageLimits
{
    /// <summary>The most bytes of a message, when it is inflated, too.</summary>
    public long MaxMessage { get; init; } = 1 << 20;

    /// <summary>The most bytes that one frame carries.</summary>
    public long MaxFrame { get; init; } = long.MaxValue;

    /// <summary>The most frames of a message.</summary>
    public int MaxFragments { get; init; } = 131_072;

    /// <summary>The bytes that are received at once, and that a connection has while it is idle.</summary>
    public int ReceiveBuffer { get; init; } = 4096;
}
