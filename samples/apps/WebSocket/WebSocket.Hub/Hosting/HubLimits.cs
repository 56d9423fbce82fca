using WebSockets.Protocol.Messages;

namespace WebSockets.Hub.Hosting;

/// <summary>What a hub puts up with.</summary>
public sealed record HubLimits
{
    /// <summary>The most sockets. When there are so many, the address that has most gives up its oldest one to an address that has at
    /// least two fewer; other handshakes are answered with 503. Of connections, which need not be sockets yet, there may be 256 more.
    /// </summary>
    public int Connections { get; init; } = 10_000;

    /// <summary>The most sockets of one address; the next handshake is answered with 503. Of connections there may be 64 more.</summary>
    public int PerAddress { get; init; } = 2_000;

    /// <summary>The most messages that are taken of one socket in a second, and at once after a pause; it is read on when it may send
    /// more.</summary>
    public int MessagesPerSecond { get; init; } = 10_000;

    /// <summary>The most bytes that compressed messages of one socket become in a second, and at once after a pause; it is read on when
    /// they may become more. What they were counts, too.</summary>
    public long InflatedPerSecond { get; init; } = 8L << 20;

    /// <summary>The bytes that compressed messages of all sockets of one address become in a second beyond which the short ones wait for
    /// their turn, too.</summary>
    public long InflatedPerSecondOfAddress { get; init; } = 32L << 20;

    /// <summary>The most pings and pongs of one socket in a second, and at once after a pause; one more closes it, with 1008.</summary>
    public int ControlFramesPerSecond { get; init; } = 2_000;

    /// <summary>The most messages of all senders that are broadcast in one room in a second. The others wait to be admitted.</summary>
    public int BroadcastsPerSecond { get; init; } = 10_000;

    /// <summary>The most bytes of all senders that are broadcast in one room in a second.</summary>
    public long BroadcastBytesPerSecond { get; init; } = 64L << 20;

    /// <summary>The broadcasts that may begin before those before them are written, so that sockets do not lose messages only because the
    /// hub has much to do.</summary>
    public int BroadcastsAhead { get; init; } = 64;

    /// <summary>What is accepted of each socket.</summary>
    public MessageLimits Messages { get; init; } = new();

    /// <summary>The most bytes of long messages that are being received, of all sockets together.</summary>
    public long Receiving { get; init; } = 64L << 20;

    /// <summary>Of these, those of one address, which never has more than is left for the others.</summary>
    public long ReceivingPerAddress { get; init; } = 32L << 20;

    /// <summary>The most bytes that inflaters and deflaters of all sockets keep while those are idle; the next handshake that would need
    /// more is accepted without compression.</summary>
    public long Compressing { get; init; } = 64L << 20;

    /// <summary>Of these, those of one address, which never has more than is left for the others.</summary>
    public long CompressingPerAddress { get; init; } = 16L << 20;

    /// <summary>The most long messages that are inflated, or compressed for the socket that sent them, at once; at least one. The others
    /// wait for their turn, and leave a processor to sockets that have little to do.</summary>
    public int LongMessagesAtOnce { get; init; } = Math.Max(1, Environment.ProcessorCount - 1);

    /// <summary>The bytes of frames that wait in all sockets beyond which each has its next echo only when its last one is written: memory
    /// is for those who read.</summary>
    public long SendingFreely { get; init; } = 64L << 20;

    /// <summary>The bytes of frames that wait in all sockets beyond which sockets are ended whose peers do not take what is written. An
    /// address has no more echoes than is left of these: whoever asks for a long one beyond that is ended with 1013.</summary>
    public long Sending { get; init; } = 256L << 20;

    /// <summary>The most messages that wait in one socket to be sent.</summary>
    public int QueuedMessages { get; init; } = 1024;

    /// <summary>The most bytes that wait in one socket to be sent; one message may be more.</summary>
    public long QueuedBytes { get; init; } = 2L << 20;

    /// <summary>What becomes of broadcast messages beyond that.</summary>
    public OutboxPolicy Policy { get; init; } = OutboxPolicy.DropOldest;

    /// <summary>How long a socket may be silent until it is asked by a ping.</summary>
    public TimeSpan PingAfter { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long it may be silent after that, and how long one write may take.</summary>
    public TimeSpan PongTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long the end of a socket may take: what waits is sent, and the peer says that it ends, too.</summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long a client may take for its handshake.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(5);
}
