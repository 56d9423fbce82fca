using OpcUa.Protocol.Transport;

namespace OpcUa.Server.Hosting;

/// <summary>What a server puts up with.</summary>
public sealed record ServerLimits
{
    /// <summary>The most connections, those without a session included.</summary>
    public int Connections { get; init; } = 3000;

    /// <summary>The most connections of one address, and the most sessions.</summary>
    public int PerAddress { get; init; } = 2000;

    /// <summary>The most connections that are not yet in a session.</summary>
    public int HalfOpen { get; init; } = 512;

    /// <summary>Of these, those of one address.</summary>
    public int HalfOpenPerAddress { get; init; } = 256;

    /// <summary>The channels that are opened in a second, and at once after a pause.</summary>
    public int HandshakesPerSecond { get; init; } = 400;

    /// <summary>Of these, those of one address.</summary>
    public int HandshakesPerSecondAndAddress { get; init; } = 200;

    /// <summary>How long a connection may take until its channel is open.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long a connection may do without a session.</summary>
    public TimeSpan NoSession { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The most bytes of a message from a connection that is not yet in a session.</summary>
    public int MessageWithoutSession { get; init; } = 64 * 1024;

    /// <summary>The requests of one connection that may be wrong; one more ends it.</summary>
    public int BadRequests { get; init; } = 100;

    /// <summary>The most sessions.</summary>
    public int Sessions { get; init; } = 3000;

    /// <summary>The most sessions of one connection.</summary>
    public int SessionsPerConnection { get; init; } = 16;

    /// <summary>The shortest and the longest time for which a session lives without a request.</summary>
    public (TimeSpan Least, TimeSpan Most) SessionTimeout { get; init; } = (TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(10));

    /// <summary>The shortest and the longest lifetime of a channel's token.</summary>
    public (TimeSpan Least, TimeSpan Most) TokenLifetime { get; init; } = (TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(10));

    /// <summary>The most subscriptions of a session.</summary>
    public int SubscriptionsPerSession { get; init; } = 16;

    /// <summary>The most items of a subscription.</summary>
    public int ItemsPerSubscription { get; init; } = 100_000;

    /// <summary>The most items of all subscriptions.</summary>
    public int Items { get; init; } = 500_000;

    /// <summary>Of these, those of one session.</summary>
    public int ItemsPerSession { get; init; } = 200_000;

    /// <summary>The most values that wait in one item.</summary>
    public int QueueSize { get; init; } = 1000;

    /// <summary>The most values that wait in all items, beside one in each.</summary>
    public int QueuedValues { get; init; } = 2_000_000;

    /// <summary>Of these, those of one subscription.</summary>
    public int QueuedValuesPerSubscription { get; init; } = 500_000;

    /// <summary>The most publish requests of a session that wait.</summary>
    public int PublishRequests { get; init; } = 32;

    /// <summary>The most values in one notification message.</summary>
    public int NotificationsPerPublish { get; init; } = 10_000;

    /// <summary>The most messages of a subscription that are kept until the client has acknowledged them.</summary>
    public int SentMessages { get; init; } = 64;

    /// <summary>The most values in the messages of all subscriptions that are kept.</summary>
    public int SentValues { get; init; } = 2_000_000;

    /// <summary>Of these, those of one subscription.</summary>
    public int SentValuesPerSubscription { get; init; } = 200_000;

    /// <summary>The shortest and the longest publishing interval.</summary>
    public (TimeSpan Least, TimeSpan Most) PublishingInterval { get; init; } = (TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(1));

    /// <summary>The longest time for which a subscription lives without a publish request.</summary>
    public TimeSpan SubscriptionLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>The most operations in one request.</summary>
    public int Operations { get; init; } = 50_000;

    /// <summary>The most references in one answer to a browse, of each node.</summary>
    public int References { get; init; } = 5000;

    /// <summary>The most places of a session at which a browse goes on.</summary>
    public int ContinuationPoints { get; init; } = 16;

    /// <summary>Those of each connection.</summary>
    public TransportLimits Transport { get; init; } = new() { MaxMessageSize = 4 << 20, MaxChunkCount = 512 };

    /// <summary>Those of all connections together.</summary>
    public TransportMemoryOptions Memory { get; init; } = new();
}
