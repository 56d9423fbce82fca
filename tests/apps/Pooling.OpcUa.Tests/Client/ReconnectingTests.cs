using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using OpcUa.Server.Sessions;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Client;

/// <summary>Tests that a new connection continues after a lost one, with the server of this sample.</summary>
public sealed class ReconnectingTests : INotificationHandler
{
    private const int Nodes = 1_000;
    private const uint Lifetime = 6_000; // intervals, which are two minutes

    private static readonly ClientOptions s_quick = new()
    {
        RequestTimeout = TimeSpan.FromSeconds(60),
        RepublishTimeout = TimeSpan.FromMinutes(2),
        ReconnectDelay = TimeSpan.FromMilliseconds(20),
    };

    private readonly double[] _last = new double[Nodes + 1];
    private long _gaps;

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        foreach (MonitoredItemNotification notification in change)
        {
            if (!change.TryGetItem(notification, out MonitoredItem? item))
                continue;

            double value = notification.Value.Value.Get<double>();
            ref double last = ref _last[item.NodeId.Number];
            if (last != 0 && value != last + 1) // each variable counts its changes
                _gaps++;

            Volatile.Write(ref last, value);
        }
    }

    [Fact]
    public async Task Connection_ThatIsLost_ContinuesWithoutAMissingValue()
    {
        await using OpcUaServer server = Start(rate: 5_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_quick);
        var states = new ConcurrentQueue<ClientState>();
        client.StateChanged += (_, state) => states.Enqueue(state);
        Subscription subscription = await Subscribe(client);
        uint id = subscription.Id;
        MonitoredItem[] items = subscription.Items.ToArray();
        for (int i = 1; i <= 10; i++)
            await Lose(client, subscription, i);

        server.Freeze();
        await Wait.Until(() => Enumerable.Range(1, Nodes).All(i => Volatile.Read(ref _last[i]) == server.GetVariable(i).Value));
        Assert.Equal((0, 0, id), (_gaps, subscription.Lost, subscription.Id));
        Assert.Equal(items, subscription.Items.ToArray());
        Assert.Equal(Enumerable.Range(0, 10).SelectMany(static _ => new[] { ClientState.Reconnecting, ClientState.Connected }), states);
        await Wait.Until( // all acknowledged
            () => server.GetStatistics() is { Sessions: 1, Subscriptions: 1, Items: Nodes, SentMessages: 0 });
    }

    [Fact]
    public async Task Subscription_ThatHasExpiredMeanwhile_IsCreatedAgainInTheSameSession()
    {
        await using OpcUaServer server = Start(rate: 1_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_quick);
        using ManualResetEventSlim mayReconnect = HoldReconnecting(client);
        Subscription subscription = await Subscribe(client);
        uint id = subscription.Id;
        await Lose(client, subscription, 1, async () =>
        {
            await Wait.Until(() => TryExpire(server));
            mayReconnect.Set();
        });

        Assert.NotEqual(id, subscription.Id);
        Assert.Equal((1, 1, Nodes), (server.GetStatistics().Sessions, server.GetStatistics().Subscriptions, server.GetStatistics().Items));
    }

    [Fact]
    public async Task Subscription_ThatIsDeletedMeanwhile_IsDeletedAtTheServer()
    {
        await using OpcUaServer server = Start(rate: 1_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_quick);
        using ManualResetEventSlim mayReconnect = HoldReconnecting(client);
        Subscription subscription = await Subscribe(client);
        Subscription other = await client.SubscribeAsync(this);
        client.Channel!.Abort(StatusCodes.BadConnectionClosed);
        await Assert.ThrowsAsync<ServiceException>(() => other.DeleteAsync());
        mayReconnect.Set();
        await Wait.Until(() => client.Reconnections == 1 && server.GetStatistics().Subscriptions == 1);
        await HasMore(subscription);
    }

    [Fact]
    public async Task Items_ThatMayBeAtTheServer_AreNotKeptThere()
    {
        await using OpcUaServer server = Start(rate: 1_000);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_quick);
        Subscription subscription = await Subscribe(client);
        uint id = subscription.Id;
        Task<MonitoredItem[]> adding = subscription.AddItemsAsync(Settings(Nodes));
        client.Channel!.Abort(StatusCodes.BadConnectionClosed); // before or after the server has added them
        bool isAdded = await adding.ContinueWith(static task => task.IsCompletedSuccessfully, TaskScheduler.Default);
        await Wait.Until(() => client.Reconnections == 1 && client.State == ClientState.Connected);
        await HasMore(subscription);

        Assert.Equal(isAdded, id == subscription.Id);
        await Wait.Until(() => server.GetStatistics().Subscriptions == 1);
        Assert.Equal(isAdded ? 2 * Nodes : Nodes, server.GetStatistics().Items);
        Assert.Equal(server.GetStatistics().Items, subscription.Items.Count);
    }

    private static OpcUaServer Start(int rate) => OpcUaServer.Start(
        new OpcUaServerOptions { Port = 0, Nodes = Nodes, Rate = rate, Limits = ServerTest.Patient });

    /// <summary>Returns an event for which a client waits before it reconnects.</summary>
    private static ManualResetEventSlim HoldReconnecting(UaClient client)
    {
        var mayReconnect = new ManualResetEventSlim();
        client.StateChanged += (_, state) =>
        {
            if (state == ClientState.Reconnecting)
                mayReconnect.Wait(Wait.Patience);
        };
        return mayReconnect;
    }

    /// <summary>Ends all subscriptions as if their lifetime had passed.</summary>
    /// <returns><see langword="false"/> if one remains, because the server still has a publish request.</returns>
    private static bool TryExpire(OpcUaServer server)
    {
        foreach (Session session in server.Context.Sessions.All)
        {
            for (uint i = 1; i <= Lifetime; i++)
            {
                lock (session.Gate)
                    session.OnTick(Environment.TickCount64 + (i * 1000));
            }
        }

        return server.GetStatistics().Subscriptions == 0;
    }

    private static IEnumerable<MonitoredItemSettings> Settings(int count) =>
        Enumerable.Range(1, count).Select(static i => new MonitoredItemSettings(new NodeId((uint)i, 2)) { QueueSize = 1_000 });

    private async Task<Subscription> Subscribe(UaClient client)
    {
        Subscription subscription = await client.SubscribeAsync(
            this,
            new SubscriptionOptions { PublishingInterval = TimeSpan.FromMilliseconds(20), LifetimeCount = Lifetime });
        Assert.All(await subscription.AddItemsAsync(Settings(Nodes)), static item => Assert.True(item.Status.IsGood));
        await HasMore(subscription);
        return subscription;
    }

    private static async Task Lose(UaClient client, Subscription subscription, int time, Func<Task>? meanwhile = null)
    {
        client.Channel!.Abort(StatusCodes.BadConnectionClosed);
        if (meanwhile is not null)
            await meanwhile();

        await Wait.Until(() => client.Reconnections == time && client.State == ClientState.Connected);
        await HasMore(subscription);
    }

    private static Task HasMore(Subscription subscription)
    {
        long notifications = subscription.Notifications;
        return Wait.Until(() => subscription.Notifications > notifications + Nodes);
    }
}
