namespace WebSockets.Client.Connections;

/// <summary>The options for connecting, and for detecting a lost connection. Timeouts are from 1 ms, delays from 0, to 24 days.</summary>
public sealed record ConnectionOptions
{
    private static readonly TimeSpan s_least = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_most = TimeSpan.FromDays(24); // the maximum of timers

    /// <summary>Gets the maximum duration of an attempt to connect, including the handshake.</summary>
    public TimeSpan ConnectTimeout
    {
        get;
        init => field = Checked(value, s_least, nameof(ConnectTimeout));
    } = TimeSpan.FromSeconds(10);

    /// <summary>Gets the delay before the second attempt. Each further delay is twice as long, and randomly up to a quarter shorter or
    /// longer.</summary>
    public TimeSpan ReconnectDelay
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(ReconnectDelay));
    } = TimeSpan.FromMilliseconds(500);

    /// <summary>Gets the maximum delay, without the random part.</summary>
    public TimeSpan MaxReconnectDelay
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(MaxReconnectDelay));
    } = TimeSpan.FromSeconds(30);

    /// <summary>Gets the maximum delay that a server may request by Retry-After when it refuses a handshake with 503 or 429. The random
    /// part may increase it by up to a quarter.</summary>
    public TimeSpan MaxRetryAfter
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(MaxRetryAfter));
    } = TimeSpan.FromMinutes(5);

    /// <summary>Gets the minimum duration of a connection after which the delays start again with the first one. A server that accepts all
    /// clients and closes immediately is therefore not contacted without a pause.</summary>
    public TimeSpan StableAfter
    {
        get;
        init => field = Checked(value, TimeSpan.Zero, nameof(StableAfter));
    } = TimeSpan.FromSeconds(10);

    /// <summary>Gets a callback that decides whether to reconnect after a connection has ended or failed; <see langword="null"/> to always
    /// reconnect.</summary>
    public Func<Disconnection, bool>? ShouldReconnect { get; init; }

    /// <summary>Gets the time without received data after which the connection is considered lost, plus up to a quarter;
    /// <see langword="null"/> for no limit. Pings are not visible here: use
    /// <see cref="System.Net.WebSockets.ClientWebSocketOptions.KeepAliveTimeout"/> for them.</summary>
    public TimeSpan? InactivityTimeout
    {
        get;
        init => field = value is { } timeout ? Checked(timeout, s_least, nameof(InactivityTimeout)) : null;
    }

    /// <summary>Gets the maximum number of frames without message data that the server may send per second: pings, pongs and empty
    /// fragments. One more ends the connection; <see langword="null"/> for no limit. For the sockets of a factory, use
    /// <see cref="WatchedSockets"/>.</summary>
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

    /// <summary>Gets the maximum time for sending one message, plus up to a quarter.</summary>
    public TimeSpan SendTimeout
    {
        get;
        init => field = Checked(value, s_least, nameof(SendTimeout));
    } = TimeSpan.FromSeconds(30);

    /// <summary>Gets the maximum time for ending a connection: waiting messages are sent, and close codes are exchanged.</summary>
    public TimeSpan CloseTimeout
    {
        get;
        init => field = Checked(value, s_least, nameof(CloseTimeout));
    } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the handling of messages that wait when the connection is lost.</summary>
    public UnsentMessages Unsent { get; init; }

    /// <summary>Gets the clock for all times.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    private static TimeSpan Checked(TimeSpan value, TimeSpan least, string name)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, least, name);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, s_most, name);
        return value;
    }
}
