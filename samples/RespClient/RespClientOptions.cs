using System.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>The limits of a client.</summary>
internal sealed record RespClientOptions
{
    /// <summary>Gets the maximum number of bytes that wait to be sent. As many are being sent beside them.</summary>
    public int MaxUnsent { get; init; } = 4 << 20;

    /// <summary>Gets the memory that replies may hold which are not disposed yet, in bytes. Then nothing more is
    /// received.</summary>
    public long MaxHeld { get; init; } = 64 << 20;

    /// <summary>Gets the maximum time in which nothing is received because of <see cref="MaxHeld"/>. Then the
    /// connection ends.</summary>
    public TimeSpan HoldTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Gets the pool of the arrays of commands and replies; <see langword="null"/> for the shared one, which
    /// keeps some dozens of each length.</summary>
    public ArrayPool<byte>? Pool { get; init; }
}
