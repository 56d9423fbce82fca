using System.Net;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Server;

public class LimitTests : ServerTest
{
    private static readonly IPAddress s_otherAddress = new([127, 0, 0, 2]); // also an address of this machine

    [Fact]
    public Task Connections_OneTooMany_IsRefusedUntilOneLeaves() => Serve(async server =>
    {
        ServerClient first = await ServerClient.JoinAsync(server);
        await using ServerClient second = await ServerClient.JoinAsync(server);
        await using ServerClient third = await ServerClient.ConnectAsync(server);
        await third.EndAsync();
        Assert.Equal(1, server.GetStatistics().Refused);
        await first.DisposeAsync();
        await Wait.Until(() => server.GetStatistics().Connections == 1);
        await using ServerClient fourth = await ServerClient.JoinAsync(server);
    }, Patient with { Connections = 2 });

    [Fact]
    public Task HalfOpen_TakesNoPlaceOfASession() => Serve(async server =>
    {
        await using ServerClient half = await ServerClient.OpenAsync(server);
        await using ServerClient refused = await ServerClient.ConnectAsync(server);
        await refused.EndAsync();
        await half.CreateSessionAsync();
        await half.CallAsync<ActivateSessionResponse>(new ActivateSessionRequest());
        await using ServerClient next = await ServerClient.JoinAsync(server);
    }, Patient with { HalfOpen = 1 });

    [Fact]
    public Task Handshakes_TooMany_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        OpenSecureChannelRequest renew = new() { RequestType = SecurityTokenRequestType.Renew };
        for (int i = 0; i < 100; i++) // far more than there are in the seconds that it takes
        {
            MessageWriter message = client.Connection.BeginOpenChannel(1);
            message.Encoder.WriteMessage(renew);
            client.Connection.TrySend(message);
        }

        Assert.Equal(StatusCodes.BadTcpServerTooBusy, await client.EndAsync());
    }, Patient with { HandshakesPerSecondAndAddress = 2 });

    [Fact]
    public Task Sessions_TooMany_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await client.CreateSessionAsync();
        Assert.Equal(StatusCodes.BadTooManySessions, await client.FaultAsync(new CreateSessionRequest()));
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await using ServerClient full = await ServerClient.OpenAsync(server);
        Assert.Equal(StatusCodes.BadTooManySessions, await full.FaultAsync(new CreateSessionRequest()));
    }, Patient with { Sessions = 3, SessionsPerConnection = 2 });

    [Fact]
    public Task Sessions_ThatWereLeft_GiveWayToThoseOfTheSameAddress() => Serve(async server =>
    {
        for (int i = 0; i < 6; i++)
        {
            await using ServerClient client = await ServerClient.JoinAsync(server);
            Assert.InRange(server.GetStatistics().Sessions, 1, 2);
            await client.DisposeAsync();
            await Wait.Until(() => server.GetStatistics().Connections == 0);
        }

        Assert.Equal(2, server.GetStatistics().Sessions);
    }, Patient with { PerAddress = 2 });

    [Fact]
    public Task Subscriptions_TooMany_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await client.SubscribeAsync();
        Assert.Equal(StatusCodes.BadTooManySubscriptions, await client.FaultAsync(new CreateSubscriptionRequest()));
    }, Patient with { SubscriptionsPerSession = 1 });

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
    public Task Budget_ThatOneAddressUsesUp_LeavesOthersTheirs() => Serve(async server =>
    {
        var hogs = new List<RawPeer>();
        for (int i = 0; i < 8; i++) // the first one takes half of the address's share, so that no other gets as much
        {
            var hog = new RawPeer(server, s_otherAddress);
            hogs.Add(hog);
            await hog.JoinAsync();
            for (int k = 0; k < 7 && !hog.HasEnded; k++)
                hog.SendChunk('C', new byte[60_000], requestId: 9);

            if (i == 0)
                await Wait.Until(() => server.GetStatistics().ReceivingBytes == 512 << 10);
            else
                Assert.Equal(StatusCodes.BadTcpNotEnoughResources, await hog.ReadErrorAsync());
        }

        await using ServerClient other = await ServerClient.JoinAsync(server);
        var large = new ReadRequest { NodesToRead = [.. Enumerable.Repeat(new ReadValueId(ServerClient.Variable(1)), 20_000)] };
        ReadResponse response = await other.CallAsync<ReadResponse>(large); // takes as much as each of the refused ones
        Assert.Equal(20_000, response.Results.Length);
        foreach (RawPeer hog in hogs)
            await hog.DisposeAsync();

        await Wait.Until(() => server.GetStatistics().ReceivingBytes == 0);
    }, Patient with { Memory = new TransportMemoryOptions { MaxReceiving = 2 << 20, MaxReceivingPerAddress = 1 << 20 } });

    [Fact]
    public Task Responses_MoreAtOnceThanMayWait_AreSent() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        Task<byte[]>[] waiting = [.. Enumerable.Range(0, 32).Select(_ => client.PostPublishAsync())];
        await client.ReadAsync(ServerClient.Variable(1)); // answered when the server has the publish requests
        await client.CallAsync<DeleteSubscriptionsResponse>(new DeleteSubscriptionsRequest { SubscriptionIds = [id] });
        foreach (byte[] response in await Task.WhenAll(waiting))
            Assert.Equal(StatusCodes.BadNoSubscription, Published.Decode(response).Fault);
    }, Patient with { Transport = Patient.Transport with { MaxQueuedBytes = 1 } });

    [Fact]
    public async Task Dispose_WithClientsInEveryState_EndsThemWithAReason()
    {
        ServerClient? joined = null;
        ServerClient? open = null;
        Task<StatusCode>? silent = null;
        Task<byte[]>? waiting = null;
        await Serve(async server =>
        {
            joined = await ServerClient.JoinAsync(server);
            uint id = (await joined.SubscribeAsync(interval: 60_000)).SubscriptionId;
            await joined.MonitorAsync(id, ServerClient.Item(1));
            waiting = joined.PostPublishAsync();
            await joined.ReadAsync(ServerClient.Variable(1)); // answered when the server has the publish request
            open = await ServerClient.OpenAsync(server);
            silent = LeaveWithTheReason(new RawPeer(server));
            await Wait.Until(() => server.GetStatistics().Connections == 3);
        });
        Assert.Equal(StatusCodes.BadServerHalted, Published.Decode(await waiting!).Fault);
        Assert.Equal(StatusCodes.BadServerHalted, await joined!.EndAsync());
        Assert.Equal(StatusCodes.BadServerHalted, await open!.EndAsync());
        Assert.Equal(StatusCodes.BadServerHalted, await silent!);
        await joined.DisposeAsync();
        await open.DisposeAsync();

        static async Task<StatusCode> LeaveWithTheReason(RawPeer peer)
        {
            await using (peer) // otherwise the server waits for it
                return await peer.ReadErrorAsync();
        }
    }
}
