using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Views;
using OpcUa.Protocol.Transport;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.Encodeables;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Client;

/// <summary>Tests the client with the server of this sample.</summary>
public sealed class UaClientTests : INotificationHandler
{
    private const int Nodes = 1_000;

    private readonly ConcurrentDictionary<NodeId, double> _last = []; // node ids are keys without a text
    private readonly ConcurrentQueue<PooledRef<NotificationMessage>> _kept = [];
    private bool _keeps;
    private long _outOfOrder;

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        foreach (MonitoredItemNotification notification in change)
        {
            if (change.TryGetItem(notification, out MonitoredItem? item))
                Note(item, notification);
        }

        if (_keeps)
            _kept.Enqueue(change.Detach());
    }

    [Fact]
    public async Task Session_OfEveryService_Works()
    {
        await using OpcUaServer server = Start(rate: 0);
        Assert.Contains(
            await UaClient.GetEndpointsAsync(server.EndpointUrl, ServerTest.PatientClient),
            static endpoint => endpoint.UserIdentityTokens?.Length > 0);
        UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, ServerTest.PatientClient);
        NodeId[] nodes = [.. Enumerable.Range(1, 10).Select(Node)];

        Assert.Equal(StatusCode.Good, await client.WriteAsync(nodes[3], 123.5));
        Assert.Equal(123.5, (await client.ReadAsync(nodes))[3].Value.Get<double>());
        Assert.Equal(StatusCodes.BadNodeIdUnknown, (await client.ReadAsync(new NodeId(999_999, 2))).StatusCode);
        List<ReferenceDescription> found = await client.BrowseAsync(new BrowseDescription(new NodeId(85)));
        Assert.Contains(found, static reference => reference.BrowseName.Name == "Server");
        await client.DisposeAsync();
        Assert.Equal(ClientState.Closed, client.State);
        Assert.Equal(0, client.Memory.Outstanding);
    }

    [Theory]
    [InlineData(true, 65_535)]
    [InlineData(true, 8_192)]
    [InlineData(false, 65_535)]
    public async Task SubscribeAsync_EitherPath_ReportsEveryChange(bool isPooled, int buffer)
    {
        await using OpcUaServer server = Start(rate: 5_000);
        var transport = new TransportLimits { ReceiveBuffer = buffer, SendBuffer = buffer };
        await using UaClient client = await UaClient.ConnectAsync(
            server.EndpointUrl, ServerTest.PatientClient with { Transport = transport });
        Subscription subscription = await Subscribe(client, isPooled);
        await Wait.Until(() => subscription.Notifications > 5 * Nodes);
        server.Freeze();
        DataValue[] values = await client.ReadAsync(Enumerable.Range(1, Nodes).Select(Node));
        await Wait.Until(() => Enumerable.Range(0, Nodes).All(i => _last.GetValueOrDefault(Node(i + 1)) == values[i].Value.Get<double>()));

        Assert.Equal((0, 0, 0, 0), (_outOfOrder, subscription.Lost, subscription.Duplicates, subscription.HandlerFaults));
        Assert.Equal(buffer, client.Channel!.Negotiated.ReceiveBuffer);
    }

    [Fact]
    public async Task Connection_WithoutAServer_IsTriedUntilThereIsOne()
    {
        OpcUaServer server = Start(rate: 1_000);
        await using UaClient client = await UaClient.ConnectAsync(
            server.EndpointUrl, ServerTest.PatientClient with { ReconnectDelay = TimeSpan.FromMilliseconds(20) });
        Subscription subscription = await Subscribe(client, isPooled: true);
        await server.DisposeAsync();
        await Wait.Until(() => client.State == ClientState.Reconnecting);
        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => client.ReadAsync(Node(1)));
        Assert.Equal(StatusCodes.BadServerNotConnected, exception.Status);
        long notifications = subscription.Notifications;

        await using (Start(rate: 1_000, server.EndPoint.Port))
            await Wait.Until(() => subscription.Notifications > notifications + Nodes);
    }

    [Fact]
    public async Task Detach_ManyMessages_KeepsThemPastTheirConnection()
    {
        _keeps = true;
        await using (OpcUaServer server = Start(rate: 1_000))
        {
            await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, ServerTest.PatientClient);
            await Subscribe(client, isPooled: true);
            await Wait.Until(() => _kept.Count > 10);
        }

        foreach (PooledRef<NotificationMessage> message in _kept)
        {
            Assert.True(message.Value.DataChanges[0].MonitoredItems.Count > 0);
            Assert.True(message.TryReturn());
            Assert.False(message.TryReturn());
        }

        await Wait.Until(() => NotificationMessage.Pool.GetStatistics().InUse == 0);
    }

    [Fact]
    public async Task NotificationStream_ReadByAwaitForeach_HasMessagesInOrder()
    {
        await using OpcUaServer server = Start(rate: 1_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, ServerTest.PatientClient);
        using var stream = new NotificationStream();
        Subscription subscription = await client.SubscribeAsync(stream, Fast);
        await subscription.AddItemsAsync(Settings(100));
        uint next = 1;
        await foreach (NotificationMessage message in stream)
        {
            Assert.Equal(next++, message.SequenceNumber);
            if (next > 20)
                break;
        }

        await subscription.DeleteAsync();
        Assert.Equal(0, stream.Dropped);
    }

    [Fact]
    public async Task NotificationStream_WithoutAReader_DropsTheOldest()
    {
        await using OpcUaServer server = Start(rate: 1_000);
        UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, ServerTest.PatientClient);
        var stream = new NotificationStream(capacity: 4);
        await (await client.SubscribeAsync(stream, Fast)).AddItemsAsync(Settings(100));
        await Wait.Until(() => stream.Dropped > 3);
        await client.DisposeAsync();
        stream.Dispose();
        await server.DisposeAsync(); // the server keeps messages, too

        await Wait.Until(() => NotificationMessage.Pool.GetStatistics().InUse == 0);
    }

    [Fact]
    public async Task RemoveItemsAsync_SomeItems_TheOthersContinue()
    {
        await using OpcUaServer server = Start(rate: 1_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, ServerTest.PatientClient);
        Subscription subscription = await Subscribe(client, isPooled: true);
        MonitoredItem[] items = subscription.Items.ToArray();
        await subscription.RemoveItemsAsync(items.Skip(10));
        await subscription.RemoveItemsAsync(items.Skip(10)); // the items no longer exist
        Assert.Equal(10, subscription.Items.Count);
        double last = _last.GetValueOrDefault(Node(1));

        await Wait.Until(() => _last.GetValueOrDefault(Node(1)) > last + 3);
        MonitoredItem again = (await subscription.AddItemsAsync([new MonitoredItemSettings(Node(50))]))[0];
        Assert.DoesNotContain(items, item => item.ClientHandle == again.ClientHandle);
    }

    [Fact]
    public async Task Notifications_AtSteadyState_AllocateNothing()
    {
        await using OpcUaServer server = Start(rate: 20_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, ServerTest.PatientClient);
        Subscription subscription = await Subscribe(client, isPooled: true);
        await Wait.Until(() => subscription.Notifications > 20 * Nodes);
        var path = new MeasuredPath(new PooledNotifications(new Nobody()));
        Subscription measured = await client.SubscribeAsync(path, Fast);
        await measured.AddItemsAsync(Settings(Nodes));
        await Wait.Until(() => measured.Notifications > 50 * Nodes);
        await Wait.Until(() => // releasing the items of earlier tests in the pools takes time
        {
            long before = path.Allocated;
            long notifications = measured.Notifications;
            SpinWait.SpinUntil(() => measured.Notifications > notifications + (5 * Nodes), 5_000);
            return measured.Notifications > notifications && path.Allocated == before;
        });
    }

    private static SubscriptionOptions Fast => new() { PublishingInterval = TimeSpan.FromMilliseconds(50) };

    private static OpcUaServer Start(int rate, int port = 0) => OpcUaServer.Start(
        new OpcUaServerOptions { Port = port, Nodes = Nodes, Rate = rate, Limits = ServerTest.Patient });

    private static NodeId Node(int number) => new((uint)number, 2);

    private static IEnumerable<MonitoredItemSettings> Settings(int count) =>
        Enumerable.Range(1, count).Select(static i => new MonitoredItemSettings(Node(i)) { QueueSize = 100 });

    private async Task<Subscription> Subscribe(UaClient client, bool isPooled)
    {
        var before = new BeforeNotifications();
        before.Notification += (_, args) => Note(args.Item!, args.Notification);
        Subscription subscription = isPooled
            ? await client.SubscribeAsync(this, Fast)
            : await client.SubscribeAsync(before, Fast);
        Assert.All(await subscription.AddItemsAsync(Settings(Nodes)), static item => Assert.True(item.Status.IsGood));
        return subscription;
    }

    private void Note(MonitoredItem item, MonitoredItemNotification notification)
    {
        double value = notification.Value.Value.Get<double>();
        if (_last.TryGetValue(item.NodeId, out double last) && value < last)
            _outOfOrder++;

        _last[item.NodeId] = value;
    }

    private sealed class Nobody : INotificationHandler
    {
        public void OnDataChange(in DataChange change)
        {
        }
    }

    /// <summary>Counts the allocations of a path.</summary>
    private sealed class MeasuredPath(INotificationPath path) : INotificationPath
    {
        private long _allocated;

        public long Allocated => Volatile.Read(ref _allocated);

        public StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            StatusCode? status = path.Deliver(message, subscription);
            Volatile.Write(ref _allocated, _allocated + GC.GetAllocatedBytesForCurrentThread() - before);
            return status;
        }
    }
}
