namespace OpcUa.Client.Subscriptions;

/// <summary>What a subscription asks for; the server may revise all of it.</summary>
public sealed record SubscriptionOptions
{
    public TimeSpan PublishingInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Publishing intervals without changes after which the server says that the subscription lives.</summary>
    public uint MaxKeepAliveCount { get; init; } = 20;

    /// <summary>Publishing intervals without a publish request after which the server ends the subscription.</summary>
    public uint LifetimeCount { get; init; } = 600;

    /// <summary>The most values of a message. As many parts are kept with a message, so it is no larger than the lists keep.</summary>
    public uint MaxNotificationsPerPublish { get; init; } = 1_000;

    public byte Priority { get; init; }

    /// <summary>How many items are created with one request.</summary>
    public int BatchSize { get; init; } = 1_000;
}
