using System.Net;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server;
using OpcUa.Server.Connections;

namespace Pooling.OpcUa.Server;

/// <summary>Tests an address that takes as much as it can. There is always something left for others.</summary>
public class AddressShareTests : ServerTest
{
    private static readonly IPAddress s_greedy = new([127, 0, 0, 2]); // also an address of this machine

    [Fact]
    public Task Items_OfSomeSessionsOfOneAddress_LeaveOthersAsMany() => Serve(async server =>
    {
        await using ServerClient one = await ServerClient.JoinAsync(server, from: s_greedy);
        await using ServerClient two = await ServerClient.JoinAsync(server, from: s_greedy);
        await using ServerClient other = await ServerClient.JoinAsync(server);
        int greedy = await CreateAsync(one, 80) + await CreateAsync(two, 80);

        Assert.Equal(50, greedy);
        Assert.Equal(25, await CreateAsync(other, 80)); // as much of the other half as it leaves
    }, Patient with { Items = 100 });

    [Fact]
    public Task QueuedValues_OfOneAddress_LeaveOthersAsMany() => Serve(async server =>
    {
        await using ServerClient greedy = await ServerClient.JoinAsync(server, from: s_greedy);
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await FillQueuesAsync(greedy);
        await Wait.Until(() => server.GetStatistics().QueuedValues > 0);
        long taken = server.GetStatistics().QueuedValues;
        await FillQueuesAsync(other);

        Assert.InRange(taken, 1, 50);
        Assert.True(server.GetStatistics().QueuedValues > taken);
    }, Patient with { QueuedValues = 100 });

    [Fact]
    public Task SentMessages_OfOneAddress_LeaveOthersTheirs() => Serve(async server =>
    {
        await using ServerClient greedy = await ServerClient.JoinAsync(server, from: s_greedy);
        await using ServerClient other = await ServerClient.JoinAsync(server);
        for (int i = 0; i < 12; i++)
        {
            await CreateAsync(greedy, 10);
            await greedy.PublishAsync(); // and acknowledges nothing
        }

        await CreateAsync(other, 10);
        Published published = await other.PublishAsync();
        Assert.Equal([published.SequenceNumber], published.Available);
        Assert.Equal(published.SequenceNumber, await other.RepublishAsync(published.SubscriptionId, published.SequenceNumber));
        Assert.InRange(server.GetStatistics().SentMessages, 2, 6);
    }, Patient with { SentValues = 100 });

    [Fact]
    public Task HalfOpen_OfManyAddresses_GiveUpTheirOldest() => Serve(async server =>
    {
        var greedy = new List<ServerClient>();
        for (byte i = 0; i < 6; i++)
            greedy.Add(await ServerClient.OpenAsync(server, from: new IPAddress([127, 0, 0, (byte)(2 + (i % 3))])));

        var newcomers = new List<ServerClient>();
        for (int i = 0; i < 8; i++)
            newcomers.Add(await ServerClient.JoinAsync(server));

        Assert.Equal(StatusCodes.BadTcpServerTooBusy, await greedy[0].EndAsync()); // the oldest; the others may stay
        await Wait.Until(() => server.GetStatistics().Connections == 5 + newcomers.Count);
        foreach (ServerClient client in greedy.Concat(newcomers))
            await client.DisposeAsync();
    }, Patient with { HalfOpen = 6, HalfOpenPerAddress = 2 });

    [Fact]
    public Task Connections_OfOneAddress_GiveUpTheOldest() => Serve(async server =>
    {
        ServerClient[] greedy = [await JoinGreedyAsync(server), await JoinGreedyAsync(server), await JoinGreedyAsync(server)];
        await using ServerClient other = await ServerClient.JoinAsync(server);

        Assert.Equal(StatusCodes.BadTcpServerTooBusy, await greedy[0].EndAsync());
        await greedy[1].ReadAsync(ServerClient.Variable(1));
        await other.ReadAsync(ServerClient.Variable(1));
        foreach (ServerClient client in greedy)
            await client.DisposeAsync();
    }, Patient with { Connections = 3 });

    [Fact]
    public Task Sessions_OfOneAddress_GiveUpTheOldest() => Serve(async server =>
    {
        await using ServerClient first = await JoinGreedyAsync(server);
        await using ServerClient second = await JoinGreedyAsync(server);
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await other.ReadAsync(ServerClient.Variable(1));
        await second.ReadAsync(ServerClient.Variable(1));

        Assert.Equal(StatusCodes.BadSessionIdInvalid, await first.FaultAsync(new CloseSessionRequest()));
        await using ServerClient third = await ServerClient.OpenAsync(server);
        Assert.Equal(StatusCodes.BadTooManySessions, await third.FaultAsync(new CreateSessionRequest()));
        Assert.Equal(2, server.GetStatistics().Sessions);
    }, Patient with { Sessions = 2 });

    [Fact]
    public Task Handshakes_OfOneAddress_LeaveOthersTheirRenewals() => Serve(async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        AddressBook book = server.Context.Book;
        AddressEntry greedy = book.Use(s_greedy);
        bool isAdmitted = true;
        while (isAdmitted)
            isAdmitted = book.TryShakeHands(greedy, isKnown: false);

        Assert.Equal(2u, (await other.OpenChannelAsync(SecurityTokenRequestType.Renew)).SecurityToken.TokenId);
        book.Release(greedy);
    }, Patient with { HandshakesPerSecond = 1 });

    private static Task<ServerClient> JoinGreedyAsync(OpcUaServer server) => ServerClient.JoinAsync(server, from: s_greedy);

    private static async Task<int> CreateAsync(ServerClient client, int items)
    {
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        MonitoredItemCreateResult[] results = await client.MonitorAsync(id, [.. Enumerable.Repeat(ServerClient.Item(1), items)]);
        Assert.All(results, result => Assert.True(
            result.StatusCode == StatusCode.Good || result.StatusCode == StatusCodes.BadTooManyMonitoredItems));
        return results.Count(result => result.StatusCode == StatusCode.Good);
    }

    private static async Task FillQueuesAsync(ServerClient client)
    {
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        await client.MonitorAsync(id, [.. Enumerable.Range(1, 20).Select(i => ServerClient.Item((uint)i, queue: 1000))]);
        for (int value = 1; value <= 20; value++)
        {
            for (uint i = 1; i <= 20; i++)
                Assert.Equal(StatusCode.Good, await client.WriteAsync(ServerClient.Variable(i), value + 0.5));
        }
    }
}
