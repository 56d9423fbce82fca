using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;

namespace OpcUa.App.ManySessions;

/// <summary>One client with a channel, a session, a subscription and an item that monitors the shared value.</summary>
/// <remarks>The receiving thread writes; any thread may read.</remarks>
internal sealed class CrowdSession : INotificationHandler, IAsyncDisposable
{
    private static readonly NodeId s_shared = new(1, 2);
    private static readonly SubscriptionOptions s_options = new() { PublishingInterval = TimeSpan.FromSeconds(1) };

    private UaClient? _client;
    private Subscription? _subscription;
    private long _notifications;
    private long _gaps;
    private long _lastAt;
    private long _maxSilence;
    private double _last = double.NaN;

    public long Notifications => Volatile.Read(ref _notifications);

    /// <summary>The number of values that do not follow their predecessor, and of other losses.</summary>
    public long Faults => Volatile.Read(ref _gaps) + (_client?.Reconnections ?? 0) + (_subscription is { } subscription
        ? subscription.Lost + subscription.HandlerFaults
        : 0);

    public double Last => Volatile.Read(ref _last);

    /// <summary>Gets the longest time between two values, or since the last one, in milliseconds.</summary>
    public long MaxSilence(long now) => Math.Max(Volatile.Read(ref _maxSilence), now - Volatile.Read(ref _lastAt));

    /// <summary>Gets the time since the last value, in milliseconds.</summary>
    public long Silence(long now) => now - Volatile.Read(ref _lastAt);

    /// <summary>Connects and subscribes. A failed attempt is cleaned up.</summary>
    /// <exception cref="ServiceException">The server refused the connection, or did not answer.</exception>
    public async Task Connect(string url, ClientOptions options, CancellationToken cancellationToken)
    {
        UaClient client = await UaClient.ConnectAsync(url, options, cancellationToken).ConfigureAwait(false);
        try
        {
            Volatile.Write(ref _lastAt, Environment.TickCount64);
            _subscription = await client.SubscribeAsync(this, s_options, cancellationToken).ConfigureAwait(false);
            MonitoredItem[] items = await _subscription
                .AddItemsAsync([new MonitoredItemSettings(s_shared) { QueueSize = 100 }], cancellationToken).ConfigureAwait(false);
            if (items[0].Status.IsBad)
                throw new ServiceException(items[0].Status, $"{s_shared} was refused");

            _client = client;
        }
        catch
        {
            await client.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Resets the longest silence.</summary>
    public void Begin()
    {
        Volatile.Write(ref _maxSilence, 0);
        Volatile.Write(ref _lastAt, Environment.TickCount64);
    }

    public void OnDataChange(in DataChange change)
    {
        long now = Environment.TickCount64;
        Volatile.Write(ref _maxSilence, Math.Max(_maxSilence, now - _lastAt));
        Volatile.Write(ref _lastAt, now);
        foreach (MonitoredItemNotification notification in change)
        {
            bool isNumber = notification.Value.Value.TryGet(out double value);
            if (!isNumber || (_notifications > 0 && value != _last + 1))
                Volatile.Write(ref _gaps, _gaps + 1);

            Volatile.Write(ref _last, value);
            Volatile.Write(ref _notifications, _notifications + 1);
        }
    }

    public ValueTask DisposeAsync() => _client?.DisposeAsync() ?? ValueTask.CompletedTask;
}
