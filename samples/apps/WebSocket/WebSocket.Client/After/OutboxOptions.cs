namespace WebSockets.Client.After;

/// <summary>The limits of a <see cref="PooledOutbox"/>.</summary>
public sealed record OutboxOptions
{
    /// <summary>The maximum number of waiting messages; <see langword="null"/> for no limit. Without a limit, a sender that is faster than
    /// its connection is only limited by memory; in this case, monitor <see cref="IOutbox.Waiting"/>.</summary>
    public int? Capacity
    {
        get;
        init
        {
            if (value is { } capacity)
                ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1, nameof(Capacity));

            field = value;
        }
    } = 1024;

    /// <summary>The maximum number of waiting bytes, excluding the message that exceeds it. Without a <see cref="Capacity"/>, this limit
    /// does not apply either.</summary>
    public long MaxBytes
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxBytes));
            field = value;
        }
    } = 16 << 20;

    /// <summary>The maximum size of a message in bytes.</summary>
    public int MaxMessageSize
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxMessageSize));
            field = value;
        }
    } = 16 << 20;

    /// <summary>The policy for a message for which there is no room.</summary>
    public OutboxPolicy Policy { get; init; }
}
