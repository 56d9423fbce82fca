using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures a client of 40,000 monitored items, with its server in the same process. An operation is one notification.</summary>
/// <remarks>The server sets the pace of 40,000 notifications a second, so the times are equal. Its own bytes are included for all
/// contenders. Each variable counts its changes, so that the received values can be checked.</remarks>
[AllThreads]
public class NotificationClientBenchmarks : INotificationHandler
{
    private const int Items = 40_000;
    private const int Rate = 40_000;
    private const int Notifications = 10_000;

    private readonly double[] _last = new double[Items + 1];
    private LoopbackServer? _server;
    private long _received;
    private int _faults;

    [GlobalCleanup]
    public void Cleanup() => _server!.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Notifications), Row("OPCREP-application-client", Role.Before)]
    public int New()
    {
        if (_server is null)
        {
            var path = new BeforeNotifications();
            path.Notification += (_, args) => Add(args.Item!, args.Notification);
            Subscribe(path);
        }

        return Receive();
    }

    [Benchmark(OperationsPerInvoke = Notifications), Row("OPCREP-application-client", Role.Published)]
    public int OneFactoryAndArgs()
    {
        if (_server is null)
        {
            var path = new PublishedNotifications();
            path.Notified += (_, args) => Add(args.Item!, args.Notification!);
            Subscribe(path);
        }

        return Receive();
    }

    [Benchmark(OperationsPerInvoke = Notifications), Row("OPCREP-application-client", Role.Ours)]
    public int Pooled()
    {
        if (_server is null)
            Subscribe(new PooledNotifications(this));

        return Receive();
    }

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        foreach (MonitoredItemNotification notification in change)
        {
            change.TryGetItem(notification, out MonitoredItem? item);
            Add(item!, notification);
        }
    }

    private void Subscribe(INotificationPath path)
    {
        _server = LoopbackServer.Start(Items, Rate);
        var options = new SubscriptionOptions { PublishingInterval = TimeSpan.FromMilliseconds(20) };
        Subscription subscription = _server.Client.SubscribeAsync(path, options).GetAwaiter().GetResult();
        subscription.AddItemsAsync(LoopbackServer.Nodes(Items).Select(
            static node => new MonitoredItemSettings(node) { QueueSize = 10 })).GetAwaiter().GetResult();
        WaitFor(Items); // the current values
    }

    /// <returns>The number of values that do not follow their predecessor.</returns>
    private int Receive()
    {
        long goal = Volatile.Read(ref _received) + Notifications;
        _server!.Server.Freeze(isFrozen: false);
        WaitFor(goal);
        _server.Server.Freeze();
        return _faults;
    }

    private void WaitFor(long goal)
    {
        long start = Stopwatch.GetTimestamp();
        while (Volatile.Read(ref _received) < goal) // pairs with the write in Add
        {
            if (Stopwatch.GetElapsedTime(start) > TimeSpan.FromMinutes(1))
                throw new TimeoutException($"{_received} of {goal} notifications arrived.");

            Thread.Sleep(1);
        }
    }

    private void Add(MonitoredItem item, MonitoredItemNotification notification)
    {
        double value = notification.Value.Value.Get<double>();
        ref double last = ref _last[item.NodeId.Number];
        if (value != last + 1 && value != 0)
            _faults++;

        last = value;
        Volatile.Write(ref _received, _received + 1); // only by the receiving loop; pairs with the reads in WaitFor
    }
}
