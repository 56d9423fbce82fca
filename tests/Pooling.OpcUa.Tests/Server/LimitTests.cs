using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace Pooling.OpcUa.Server;

public class LimitTests : ServerTest
{
    [Fact]
    public Task Connections_OneTooMany_IsRefusedUntilOneLeaves() => Serve(async server =>
    {
        ServerClient first = await ServerClient.JoinAsync(server);
        await using ServerClient second = await ServerClient.JoinAsync(server);
        await using ServerClient third = await ServerClient.ConnectAsync(server);
        await third.EndAsync();
        Assert.Equal(1, server.GetStatistics().Refused);
        await first.DisposeAsync();
        await Until(() => server.GetStatistics().Connections == 1);
        await using ServerClient fourth = await ServerClient.JoinAsync(server);
    }, new ServerLimits { Connections = 2 });

    [Fact]
    public Task HalfOpen_TakesNoPlaceOfASession() => Serve(async server =>
    {
        await using ServerClient half = await ServerClient.OpenAsync(server);
        await using ServerClient refused = await ServerClient.ConnectAsync(server);
        await refused.EndAsync();
        await half.CreateSessionAsync();
        await half.CallAsync<ActivateSessionResponse>(new ActivateSessionRequest());
        await using ServerClient next = await ServerClient.JoinAsync(server);
    }, new ServerLimits { HalfOpen = 1 });

    [Fact]
    public Task HalfOpen_TooLong_IsEnded() => Serve(async server =>
    {
        await using ServerClient silent = await ServerClient.ConnectAsync(server);
        await using ServerClient open = await ServerClient.OpenAsync(server);
        await using ServerClient joined = await ServerClient.JoinAsync(server);
        Assert.Equal(StatusCodes.BadTimeout, await silent.EndAsync());
        Assert.Equal(StatusCodes.BadTimeout, await open.EndAsync());
        await joined.ReadAsync(ServerClient.Variable(1));
    }, new ServerLimits { Handshake = TimeSpan.FromMilliseconds(300), NoSession = TimeSpan.FromMilliseconds(600) });

    [Fact]
    public Task Handshakes_TooMany_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        OpenSecureChannelRequest renew = new() { RequestType = SecurityTokenRequestType.Renew };
        for (int i = 0; i < 10; i++)
        {
            MessageWriter message = client.Connection.BeginOpenChannel(1);
            message.Encoder.WriteMessage(renew);
            client.Connection.TrySend(message);
        }

        Assert.Equal(StatusCodes.BadTcpServerTooBusy, await client.EndAsync());
    }, new ServerLimits { HandshakesPerSecondAndAddress = 2 });

    [Fact]
    public Task Sessions_TooMany_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await client.CreateSessionAsync();
        Assert.Equal(StatusCodes.BadTooManySessions, await client.FaultAsync(new CreateSessionRequest()));
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await using ServerClient full = await ServerClient.OpenAsync(server);
        Assert.Equal(StatusCodes.BadTooManySessions, await full.FaultAsync(new CreateSessionRequest()));
    }, new ServerLimits { Sessions = 3, SessionsPerConnection = 2 });

    [Fact]
    public Task Sessions_ThatWereLeft_GiveWayToThoseOfTheSameAddress() => Serve(async server =>
    {
        for (int i = 0; i < 6; i++)
        {
            await using ServerClient client = await ServerClient.JoinAsync(server);
            Assert.InRange(server.GetStatistics().Sessions, 1, 2);
            await client.DisposeAsync();
            await Until(() => server.GetStatistics().Connections == 0);
        }

        Assert.Equal(2, server.GetStatistics().Sessions);
    }, new ServerLimits { PerAddress = 2 });

    [Fact]
    public Task Subscriptions_TooMany_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await client.SubscribeAsync();
        Assert.Equal(StatusCodes.BadTooManySubscriptions, await client.FaultAsync(new CreateSubscriptionRequest()));
    }, new ServerLimits { SubscriptionsPerSession = 1 });

    [Fact]
    public Task Items_ManyOfOneNode_ComeAndGo() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        var items = new List<uint>();
        for (int i = 0; i < 10; i++)
        {
            MonitoredItemCreateResult[] results = await client.MonitorAsync(id, [.. Enumerable.Repeat(ServerClient.Item(1), 5000)]);
            Assert.All(results, result => Assert.Equal(StatusCode.Good, result.StatusCode));
            items.AddRange(results.Select(result => result.MonitoredItemId));
        }

        uint[] odd = [.. items.Where(item => item % 2 == 1)];
        DeleteMonitoredItemsResponse deleted = await client.CallAsync<DeleteMonitoredItemsResponse>(
            new DeleteMonitoredItemsRequest { SubscriptionId = id, MonitoredItemIds = [.. odd, odd[0]] });
        Assert.Equal(odd.Length, deleted.Results.Count(result => result == StatusCode.Good));
        Assert.Equal(StatusCodes.BadMonitoredItemIdInvalid, deleted.Results[^1]);
        Assert.Equal(25_000, server.GetStatistics().Items);

        await client.WriteAsync(ServerClient.Variable(1), 5.0);
        for (int count = 0; count < 25_000;)
            count += (await client.PublishAsync()).Values.Count(value => value.Value == 5);
    });

    [Fact]
    public Task Peer_ThatTakesNothing_IsEndedAndOthersGoOn() => Serve(async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        uint id = (await other.SubscribeAsync(interval: 20, keepAlive: 1)).SubscriptionId;
        await other.MonitorAsync(id, ServerClient.Item(1, queue: 1000));

        await using var slow = new RawPeer(server);
        await slow.JoinAsync();
        var request = new ReadRequest { NodesToRead = [.. Enumerable.Repeat(new ReadValueId(new NodeId("Changes", 2)), 20)] };
        for (int i = 0; i < 100; i++) // 8 MB each, of which nothing is read
            slow.Send(request);

        long most = 0;
        int connections = 2;
        for (int i = 0; connections == 2; i++)
        {
            Published published = await other.PublishAsync();
            Assert.Equal(StatusCode.Good, published.Fault);
            ServerStatistics now = server.GetStatistics();
            most = Math.Max(most, now.SendingBytes);
            connections = now.Connections;
        }

        Assert.InRange(most, 1, 24 << 20);
        Assert.Equal(0, server.GetStatistics().Overflows);
    }, new ServerLimits { Transport = new TransportLimits { MaxQueuedBytes = 1 << 20, Write = TimeSpan.FromSeconds(2) } },
        nodes: 100_000, rate: 1000);

    [Fact]
    public Task Budget_OfMessagesThatAreNeverWhole_EndsThemAlone() => Serve(async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await using var hog = new RawPeer(server);
        await hog.JoinAsync();
        for (int i = 0; i < 100 && !hog.HasEnded; i++)
            hog.SendChunk('C', new byte[60_000], requestId: 9);

        Assert.Equal(StatusCodes.BadTcpNotEnoughResources, await hog.ReadErrorAsync());
        await other.ReadAsync(ServerClient.Variable(1));
        await Until(() => server.GetStatistics().ReceivingBytes == 0);
    }, new ServerLimits { Memory = new TransportMemoryOptions { MaxReceiving = 1 << 20 } });

    [Fact]
    public async Task Dispose_WithClientsInEveryState_EndsThemWithAReason()
    {
        ServerClient? joined = null;
        ServerClient? open = null;
        Socket? silent = null;
        Task<byte[]>? waiting = null;
        await Serve(async server =>
        {
            joined = await ServerClient.JoinAsync(server);
            uint id = (await joined.SubscribeAsync(interval: 1000)).SubscriptionId;
            await joined.MonitorAsync(id, ServerClient.Item(1));
            waiting = joined.PostPublishAsync();
            open = await ServerClient.OpenAsync(server);
            silent = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await silent.ConnectAsync(server.EndPoint);
            await Until(() => server.GetStatistics().Connections == 3);
        });
        Assert.Equal(StatusCodes.BadServerHalted, Published.Decode(await waiting!).Fault);
        Assert.Equal(StatusCodes.BadServerHalted, await joined!.EndAsync());
        Assert.Equal(StatusCodes.BadServerHalted, await open!.EndAsync());
        await joined.DisposeAsync();
        await open.DisposeAsync();
        silent!.Dispose();
    }
}
