using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;

namespace OpcUa.Server.Hosting;

/// <summary>The limits of a server. If a limit for all has no separate limit per address, an address may use as much as is left for others:
/// half of it, or a third if another address takes as much.</summary>
public sealed record ServerLimits
{
    /// <summary>The maximum number of connections, including those without a session.</summary>
    public int Connections { get; init; } = 3000;

    /// <summary>The maximum number of connections, and of sessions, per address.</summary>
    public int PerAddress { get; init; } = 2000;

    /// <summary>The maximum number of connections without a session. When a limit of connections or sessions is reached, the address with
    /// the most of them loses its oldest one to an address that has fewer.</summary>
    public int HalfOpen { get; init; } = 512;

    /// <summary>The maximum number of these connections per address.</summary>
    public int HalfOpenPerAddress { get; init; } = 256;

    /// <summary>The maximum number of channels opened per second, and at once after a pause.</summary>
    public int HandshakesPerSecond { get; init; } = 400;

    /// <summary>The maximum number of these channels per address.</summary>
    public int HandshakesPerSecondAndAddress { get; init; } = 200;

    /// <summary>The maximum number of uses of the server's private key per second, and at once after a pause: one for each secured channel
    /// with
    /// its first session, each renewal, and each further session. A processor executes some hundreds of these per second.</summary>
    public int KeyUsesPerSecond { get; init; } = 200;

    /// <summary>The maximum number of these uses per address.</summary>
    public int KeyUsesPerSecondAndAddress { get; init; } = 100;

    /// <summary>The time in which a connection must open its channel.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The time for which a connection may have no session.</summary>
    public TimeSpan NoSession { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The maximum length of a message in bytes from a connection without a session.</summary>
    public int MessageWithoutSession { get; init; } = 64 * 1024;

    /// <summary>The maximum number of malformed requests per connection; one more closes it.</summary>
    public int BadRequests { get; init; } = 100;

    /// <summary>The maximum number of sessions.</summary>
    public int Sessions { get; init; } = 3000;

    /// <summary>The maximum number of sessions per connection.</summary>
    public int SessionsPerConnection { get; init; } = 16;

    /// <summary>The range of the time without a request after which a session times out.</summary>
    public (TimeSpan Least, TimeSpan Most) SessionTimeout { get; init; } = (TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(10));

    /// <summary>The range of the lifetime of a channel's token.</summary>
    public (TimeSpan Least, TimeSpan Most) TokenLifetime { get; init; } = (TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(10));

    /// <summary>The maximum number of subscriptions per session.</summary>
    public int SubscriptionsPerSession { get; init; } = 16;

    /// <summary>The maximum number of items per subscription.</summary>
    public int ItemsPerSubscription { get; init; } = 100_000;

    /// <summary>The maximum number of items of all subscriptions.</summary>
    public int Items { get; init; } = 500_000;

    /// <summary>The maximum number of items per session.</summary>
    public int ItemsPerSession { get; init; } = 200_000;

    /// <summary>The maximum number of bytes of arrays and structures to which items and kept messages refer.</summary>
    public long ValueBytes { get; init; } = 256L << 20;

    /// <summary>The maximum number of these bytes per session.</summary>
    public long ValueBytesPerSession { get; init; } = 64L << 20;

    /// <summary>The maximum number of values that wait in one item.</summary>
    public int QueueSize { get; init; } = 1000;

    /// <summary>The maximum number of values that wait in all items, in addition to one per item.</summary>
    public int QueuedValues { get; init; } = 2_000_000;

    /// <summary>The maximum number of these values per subscription.</summary>
    public int QueuedValuesPerSubscription { get; init; } = 500_000;

    /// <summary>The maximum number of waiting publish requests per session.</summary>
    public int PublishRequests { get; init; } = 32;

    /// <summary>The maximum number of values in a notification message.</summary>
    public int NotificationsPerPublish { get; init; } = 10_000;

    /// <summary>The maximum number of messages per subscription that are kept until the client has acknowledged them.</summary>
    public int SentMessages { get; init; } = 64;

    /// <summary>The maximum number of values in the kept messages of all subscriptions.</summary>
    public int SentValues { get; init; } = 2_000_000;

    /// <summary>The maximum number of these values per subscription.</summary>
    public int SentValuesPerSubscription { get; init; } = 200_000;

    /// <summary>The range of the publishing interval.</summary>
    public (TimeSpan Least, TimeSpan Most) PublishingInterval { get; init; } = (TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(1));

    /// <summary>The maximum lifetime of a subscription without a publish request.</summary>
    public TimeSpan SubscriptionLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>The maximum number of operations per request. Clients can read it in the server's OperationLimits.</summary>
    public int Operations { get; init; } = 50_000;

    /// <summary>The maximum number of references per node in a response to a browse.</summary>
    public int References { get; init; } = 5000;

    /// <summary>The maximum number of continuation points per session. A request frees those of earlier requests if it
    /// needs them.</summary>
    public int ContinuationPoints { get; init; } = 16;

    /// <summary>The limits of each connection.</summary>
    public TransportLimits Transport { get; init; } = new() { MaxMessageSize = 4 << 20, MaxChunkCount = 512, MaxSentMessageSize = 8 << 20 };

    /// <summary>The limits of each request.</summary>
    public DecodingLimits Decoding { get; init; } = new() { MaxCreatedBytes = 24 << 20 };

    /// <summary>The limits of all connections together.</summary>
    public TransportMemoryOptions Memory { get; init; } = new();
}
