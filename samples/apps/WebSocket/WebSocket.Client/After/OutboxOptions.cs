namespace WebSockets.Client.After;

/// <summary>The limits of a <see cref="PooledOutbox"/>.</summary>
public sealed record OutboxOptions
{
    /// <summary>The most messages that wait; <see langword="null"/> for any number, so that nothing but memory stops a sender that is
    /// faster than its connection: watch <see cref="IOutbox.Waiting"/> then.</summary>
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

    /// <summary>The most bytes that wait, the message that goes past it not counted. Without a <see cref="Capacity"/> there is no such
    /// limit either.</summary>
    public long MaxBytes
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxBytes));
            field = value;
        }
    } = 16 << 20;

    /// <summary>The most bytes of a message.</summary>
    public int MaxMessageSize
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxMessageSize));
            field = value;
        }
    } = 16 << 20;

    /// <summary>What happens to a message that finds no room.</summary>
    public OutboxPolicy Policy { get; init; }
}
