namespace OpcUa.Client.Subscriptions;

/// <summary>The requested parameters of a subscription; the server may revise them.</summary>
public sealed record SubscriptionOptions
{
    public TimeSpan PublishingInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The number of publishing intervals without changes after which the server sends a keep-alive.</summary>
    public uint MaxKeepAliveCount { get; init; } = 20;

    /// <summary>The number of publishing intervals without a publish request after which the server deletes the subscription.</summary>
    public uint LifetimeCount { get; init; } = 600;

    /// <summary>The maximum number of values per message. It does not exceed the number of parts that a pooled message keeps.</summary>
    public uint MaxNotificationsPerPublish { get; init; } = 1_000;

    public byte Priority { get; init; }

    /// <summary>The number of items created or deleted per request, if the server accepts as many.</summary>
    public int BatchSize { get; init; } = 1_000;
}
