using OpcUa.Client;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;

namespace Pooling.Benchmarks.Application;

/// <summary>One of many sessions, with a channel, a subscription, and an item on a shared value, which counts up.</summary>
/// <param name="first">The current value.</param>
/// <param name="last">The value to wait for.</param>
/// <remarks>Values are added by the receiving loop.</remarks>
internal sealed class CrowdSession(double first, double last) : IAsyncDisposable
{
    // Sends no messages until there is a value.
    private static readonly SubscriptionOptions s_options = new()
    {
        PublishingInterval = TimeSpan.FromMilliseconds(50),
        MaxKeepAliveCount = 2_000,
        LifetimeCount = 10_000,
    };

    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private UaClient? _client;
    private Subscription? _subscription;
    private double _next = first;

    /// <summary>Completes with the last value, and fails if one is missing.</summary>
    internal Task Done => _done.Task;

    /// <summary>The number of losses other than missing values.</summary>
    internal long Faults => _client!.Reconnections + _subscription!.Lost + _subscription.HandlerFaults;

    internal async Task Connect(string url, ClientOptions options, INotificationPath path)
    {
        _client = await UaClient.ConnectAsync(url, options);
        _subscription = await _client.SubscribeAsync(path, s_options);
        MonitoredItem[] items = await _subscription.AddItemsAsync(
            [new MonitoredItemSettings(new NodeId(1, LoopbackServer.Namespace)) { QueueSize = 100 }]);
        if (items[0].Status.IsBad)
            throw new InvalidOperationException($"The server rejected the item: {items[0].Status}.");
    }

    internal void Add(MonitoredItemNotification notification)
    {
        double value = notification.Value.Value.Get<double>();
        if (value != _next++)
            _done.TrySetException(new InvalidOperationException($"The value {value} arrived instead of {_next - 1}."));
        else if (value == last)
            _done.TrySetResult();
    }

    public ValueTask DisposeAsync() => _client?.DisposeAsync() ?? ValueTask.CompletedTask;
}
