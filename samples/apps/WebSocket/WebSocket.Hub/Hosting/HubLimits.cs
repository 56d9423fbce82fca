using WebSockets.Protocol.Messages;

namespace WebSockets.Hub.Hosting;

/// <summary>The limits of a hub.</summary>
public sealed record HubLimits
{
    /// <summary>Gets the maximum number of sockets. When it is reached, the address with the most sockets loses its oldest one to an
    /// address that has at least two fewer. Other handshakes are answered with 503. There may be 256 more connections, because not every
    /// connection becomes a socket.</summary>
    public int Connections { get; init; } = 10_000;

    /// <summary>Gets the maximum number of sockets per address. Further handshakes are answered with 503. There may be 64 more
    /// connections.</summary>
    public int PerAddress { get; init; } = 2_000;

    /// <summary>Gets the maximum number of messages per second from one socket, and at once after a pause. Beyond it, the socket is not
    /// read until it may send more.</summary>
    public int MessagesPerSecond { get; init; } = 10_000;

    /// <summary>Gets the maximum number of bytes per second to which compressed messages of one socket are inflated, and at once after a
    /// pause. Beyond it, the socket is not read until more may be inflated. The compressed bytes count, too.</summary>
    public long InflatedPerSecond { get; init; } = 8L << 20;

    /// <summary>Gets the number of inflated bytes per second, of all sockets of one address, beyond which even short compressed messages
    /// wait for their turn.</summary>
    public long InflatedPerSecondOfAddress { get; init; } = 32L << 20;

    /// <summary>Gets the maximum number of pings and pongs per second from one socket, and at once after a pause. One more closes the
    /// socket with 1008.</summary>
    public int ControlFramesPerSecond { get; init; } = 2_000;

    /// <summary>The most messages of all senders that are broadcast in one room in a second. The others wait to be admitted.</summary>
    public int BroadcastsPerSecond { get; init; } = 10_000;

    /// <summary>Gets the maximum number of bytes per second that all senders together broadcast in one room.</summary>
    public long BroadcastBytesPerSecond { get; init; } = 64L << 20;

    /// <summary>Gets the number of broadcasts that may begin before the previous ones are written, so that sockets do not lose messages
    /// only because the hub is busy.</summary>
    public int BroadcastsAhead { get; init; } = 64;

    /// <summary>Gets the limits for the messages of each socket.</summary>
    public MessageLimits Messages { get; init; } = new();

    /// <summary>Gets the maximum number of bytes of long messages that are being received, of all sockets together.</summary>
    public long Receiving { get; init; } = 64L << 20;

    /// <summary>Gets the maximum number of these bytes per address. An address never has more than is left for the others.</summary>
    public long ReceivingPerAddress { get; init; } = 32L << 20;

    /// <summary>Gets the maximum number of bytes that inflaters and deflaters of all sockets keep while they are idle. The next handshake
    /// that would need more is accepted without compression.</summary>
    public long Compressing { get; init; } = 64L << 20;

    /// <summary>Gets the maximum number of these bytes per address. An address never has more than is left for the others.</summary>
    public long CompressingPerAddress { get; init; } = 16L << 20;

    /// <summary>Gets the maximum number of long messages that are inflated at the same time, or compressed for the socket that sent them;
    /// at least one. Further messages wait for their turn, so that a processor is left for sockets with little work.</summary>
    public int LongMessagesAtOnce { get; init; } = Math.Max(1, Environment.ProcessorCount - 1);

    /// <summary>Gets the number of bytes of frames that wait in all sockets beyond which a socket gets its next echo only after its last
    /// one is written, so that memory is available to peers that read.</summary>
    public long SendingFreely { get; init; } = 64L << 20;

    /// <summary>Gets the number of bytes of frames that wait in all sockets beyond which sockets whose peers do not receive are ended. The
    /// echoes of an address may not exceed the remaining bytes. A socket that requests a longer echo is closed with 1013.</summary>
    public long Sending { get; init; } = 256L << 20;

    /// <summary>Gets the maximum number of messages that wait to be sent in one socket.</summary>
    public int QueuedMessages { get; init; } = 1024;

    /// <summary>Gets the maximum number of bytes that wait to be sent in one socket. A single message may be longer.</summary>
    public long QueuedBytes { get; init; } = 2L << 20;

    /// <summary>Gets the policy for broadcast messages beyond these limits.</summary>
    public OutboxPolicy Policy { get; init; } = OutboxPolicy.DropOldest;

    /// <summary>Gets the time of silence after which a socket is sent a ping.</summary>
    public TimeSpan PingAfter { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Gets the maximum time of silence after a ping, and the maximum duration of one write.</summary>
    public TimeSpan PongTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Gets the maximum time for closing a socket: waiting messages are sent, and the peer confirms.</summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the maximum time for the handshake of a client.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(5);
}
