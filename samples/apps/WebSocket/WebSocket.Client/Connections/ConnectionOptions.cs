namespace WebSockets.Client.Connections;

/// <summary>How a client connects, and when it takes a connection for lost. Times are from 1 ms, waits from 0, to 24 days.</summary>
public sealed record ConnectionOptions
{
    private static readonly TimeSpan s_least = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_most = TimeSpan.FromDays(24); // what timers can

    /// <summary>How long an attempt to connect may take, the handshake included.</summary>
    public TimeSpan ConnectTimeout
    {
        get;
        init => field = Checked(value, s_least, nameof(ConnectTimeout));
    } = TimeSpan.FromSeconds(10);

    /// <summary>The first wait before another attempt. Each one is twice as long, and by chance up to a quarter shorter or longer.
    /// </summary>
    public TimeSpan ReconnectDelay
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(ReconnectDelay));
    } = TimeSpan.FromMilliseconds(500);

    /// <summary>The longest such wait, but for chance.</summary>
    public TimeSpan MaxReconnectDelay
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(MaxReconnectDelay));
    } = TimeSpan.FromSeconds(30);

    /// <summary>The longest wait that a server which refuses a handshake with 503 or 429 may ask for by Retry-After, but for chance: up to
    /// a quarter longer.</summary>
    public TimeSpan MaxRetryAfter
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(MaxRetryAfter));
    } = TimeSpan.FromMinutes(5);

    /// <summary>How long a connection must have lasted for the waits to begin anew with the first: a server that accepts everybody and
    /// closes at once is not asked without a pause.</summary>
    public TimeSpan StableAfter
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(StableAfter));
    } = TimeSpan.FromSeconds(10);

    /// <summary>Whether there is another attempt behind a connection that ended, or was none; <see langword="null"/> for always.</summary>
    public Func<Disconnection, bool>? ShouldReconnect { get; init; }

    /// <summary>How long nothing may come before the connection is taken for lost, to a quarter more; <see langword="null"/> for ever.
    /// Pings are not seen here: use <see cref="System.Net.WebSockets.ClientWebSocketOptions.KeepAliveTimeout"/> for those.</summary>
    public TimeSpan? InactivityTimeout
    {
        get;
        init => field = value is { } timeout ? Checked(timeout, s_least, nameof(InactivityTimeout)) : null;
    }

    /// <summary>The most frames of the server in a second that bring nothing: pings, pongs and empty fragments. One more within a second
    /// ends the connection; <see langword="null"/> for any number. Sockets of a factory are watched by <see cref="WatchedSockets"/>.
    /// </summary>
    public int? EmptyFramesPerSecond
    {
        get;
        init
        {
            if (value is { } most)
                ArgumentOutOfRangeException.ThrowIfLessThan(most, 1, nameof(EmptyFramesPerSecond));

            field = value;
        }
    } = 1000;

    /// <summary>How long one message may take to be sent, to a quarter more.</summary>
    public TimeSpan SendTimeout
    {
        get;
        init => field = Checked(value, s_least, nameof(SendTimeout));
    } = TimeSpan.FromSeconds(30);

    /// <summary>How long the end of a connection may take: what waits is sent, codes are exchanged.</summary>
    public TimeSpan CloseTimeout
    {
        get;
        init => field = Checked(value, s_least, nameof(CloseTimeout));
    } = TimeSpan.FromSeconds(5);

    /// <summary>What becomes of messages that wait when the connection is lost.</summary>
    public UnsentMessages Unsent { get; init; }

    /// <summary>The clock of all of this.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    private static TimeSpan Checked(TimeSpan value, TimeSpan least, string name)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, least, name);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, s_most, name);
        return value;
    }
}
