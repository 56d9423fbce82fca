using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;
using OpcUa.Server;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Security;

public class SecuredSessionTests
{
    public static TheoryData<MessageSecurityMode, int, int> Conversations => new()
    {
        { MessageSecurityMode.None, 65_535, 2048 },
        { MessageSecurityMode.Sign, 65_535, 2048 },
        { MessageSecurityMode.Sign, 8_192, 3072 },
        { MessageSecurityMode.SignAndEncrypt, 65_535, 2048 },
        { MessageSecurityMode.SignAndEncrypt, 8_192, 4096 },
    };

    [Theory]
    [MemberData(nameof(Conversations))]
    public async Task Subscription_InEachMode_ReportsEveryChange(MessageSecurityMode mode, int buffer, int keyBits)
    {
        const int Nodes = 500;
        OpcUaServer server = SecuredServer.Start(Nodes, rate: 2000);
        ClientOptions options = SecuredServer.Client(mode, TestCertificates.OfBits(keyBits)) with
        {
            Transport = new TransportLimits { ReceiveBuffer = buffer, SendBuffer = buffer },
        };
        UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, options);
        var handler = new LastValues();
        Subscription subscription = await client.SubscribeAsync(handler);
        NodeId[] nodes = [.. Enumerable.Range(1, Nodes).Select(static number => new NodeId((uint)number, 2))];
        await subscription.AddItemsAsync(nodes.Select(static node => new MonitoredItemSettings(node) { QueueSize = 1000 }));
        await Wait.Until(() => subscription.Notifications > 3 * Nodes);
        Assert.Equal(StatusCode.Good, await client.WriteAsync(nodes[0], 5.5));
        server.Freeze();
        DataValue[] values = await client.ReadAsync(nodes); // in several chunks
        await Wait.Until(() => Enumerable.Range(0, Nodes).All(i => handler.Of(nodes[i]) == values[i].Value.Get<double>()));
        Assert.Equal((0, 0, 0), (subscription.Lost, subscription.Duplicates, client.Reconnections));

        await client.DisposeAsync();
        Assert.Equal(0, client.Memory.Outstanding);
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task GetEndpoints_OfAServerWithAllModes_IsTheListOfCreateSession()
    {
        OpcUaServer server = SecuredServer.Start();
        EndpointDescription[] found = await UaClient.GetEndpointsAsync(server.EndpointUrl, ServerTest.PatientClient);
        Assert.Equal(SecuredServer.AllModes, found.Select(static endpoint => endpoint.SecurityMode));
        Assert.Equal(
            [SecurityPolicies.None, SecurityPolicies.Basic256Sha256, SecurityPolicies.Basic256Sha256],
            found.Select(static endpoint => endpoint.SecurityPolicyUri));
        Assert.All(found, static endpoint => Assert.Equal(TestCertificates.Server.Certificate.Der.ToArray(), endpoint.ServerCertificate));
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Connect_WithAModeThatIsNotOffered_IsRefused()
    {
        OpcUaServer server = SecuredServer.Start(modes: [MessageSecurityMode.SignAndEncrypt]);
        Assert.Equal(StatusCodes.BadSecurityModeRejected, await RefusedAsync(server, SecuredServer.Client(MessageSecurityMode.None)));
        Assert.Equal(StatusCodes.BadSecurityModeRejected, await RefusedAsync(server, SecuredServer.Client(MessageSecurityMode.Sign)));
        await using (await UaClient.ConnectAsync(server.EndpointUrl, SecuredServer.Client(MessageSecurityMode.SignAndEncrypt)))
        {
        }

        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Connect_OfAClientThatIsNotTrusted_IsRefusedWithoutAReason()
    {
        OpcUaServer server = SecuredServer.Start(clients: new CertificateValidator(null));
        Assert.Equal(
            StatusCodes.BadSecurityChecksFailed, await RefusedAsync(server, SecuredServer.Client(MessageSecurityMode.SignAndEncrypt)));
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Connect_ToAServerThatIsNotTrusted_IsGivenUp()
    {
        OpcUaServer server = SecuredServer.Start();
        ClientOptions options = SecuredServer.Client(MessageSecurityMode.Sign, servers: new CertificateValidator(null));
        Assert.Equal(StatusCodes.BadCertificateUntrusted, await RefusedAsync(server, options));
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Renewal_WithAThousandRequestsInFlight_LosesNone()
    {
        OpcUaServer server = SecuredServer.Start();
        ClientOptions options = SecuredServer.Client(MessageSecurityMode.SignAndEncrypt) with
        {
            RequestTimeout = TimeSpan.FromMinutes(20), // of which most is skipped
            Transport = new TransportLimits { Write = TimeSpan.FromMinutes(20) },
        };
        UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, options);
        var inFlight = new Queue<Task<DataValue>>();
        long answered = 0;
        (int renewals, long next) = (-1, 0L);
        long end = Environment.TickCount64 + 60_000;
        while (client.Channel!.Renewals < 3 && Environment.TickCount64 < end)
        {
            while (inFlight.Count < 1000)
                inFlight.Enqueue(client.ReadAsync(new NodeId((uint)(inFlight.Count % 100) + 1, 2)));

            for (int i = 0; i < 100; i++, answered++)
                Assert.Equal(StatusCode.Good, (await inFlight.Dequeue()).StatusCode);

            if (client.Channel.Renewals > renewals) // each token is used before the next one
                (renewals, next) = (client.Channel.Renewals, answered + 2000);

            if (answered >= next)
                client.Channel.Tick(Environment.TickCount64 + 480_000); // after three quarters of 10 minutes
        }

        foreach (Task<DataValue> call in inFlight)
            Assert.Equal(StatusCode.Good, (await call).StatusCode);

        Assert.True(client.Channel.Renewals >= 3, $"{client.Channel.Renewals} renewals, {answered} answers.");
        Assert.Equal((0, 0), (client.Reconnections, client.Channel.UnknownResponses));
        await client.DisposeAsync();
        await SecuredServer.EndAsync(server);
    }

    [Theory]
    [InlineData(MessageSecurityMode.Sign)]
    [InlineData(MessageSecurityMode.SignAndEncrypt)]
    public async Task Connection_ThatIsLost_ContinuesWithItsSession(MessageSecurityMode mode)
    {
        OpcUaServer server = SecuredServer.Start(rate: 1000);
        using var proxy = new RecordingProxy(server.EndPoint);
        UaClient client = await UaClient.ConnectAsync(
            proxy.Url, SecuredServer.Client(mode) with { ReconnectDelay = TimeSpan.FromMilliseconds(20) });
        Subscription subscription = await client.SubscribeAsync(new LastValues());
        await subscription.AddItemsAsync([new MonitoredItemSettings(new NodeId(1, 2)) { QueueSize = 1000 }]);
        for (int time = 1; time <= 2; time++)
        {
            long before = subscription.Notifications;
            await Wait.Until(() => subscription.Notifications > before + 5);
            proxy.Cut();
            await Wait.Until(() => client.Reconnections == time && client.State == ClientState.Connected);
            Assert.Equal((1, 1), (server.GetStatistics().Sessions, server.GetStatistics().Subscriptions)); // signed with the earlier nonce
        }

        long last = subscription.Notifications;
        await Wait.Until(() => subscription.Notifications > last + 5);
        await client.DisposeAsync();
        await SecuredServer.EndAsync(server);
    }

    private static async Task<StatusCode> RefusedAsync(OpcUaServer server, ClientOptions options) =>
        (await Assert.ThrowsAsync<ServiceException>(() => UaClient.ConnectAsync(server.EndpointUrl, options))).Status;

    private sealed class LastValues : INotificationHandler
    {
        private readonly ConcurrentDictionary<NodeId, double> _last = [];

        public double Of(NodeId node) => _last.GetValueOrDefault(node, double.NaN);

        void INotificationHandler.OnDataChange(in DataChange change)
        {
            foreach (MonitoredItemNotification notification in change)
            {
                if (change.TryGetItem(notification, out MonitoredItem? item) && notification.Value.Value.TryGet(out double value))
                    _last[item.NodeId] = value;
            }
        }
    }
}
