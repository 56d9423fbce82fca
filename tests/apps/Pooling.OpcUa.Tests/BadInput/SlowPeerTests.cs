using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Connections;
using OpcUa.Server.Hosting;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests peers that do less than they should, in each mode. They are ended, and hold no resources that others need.</summary>
public class SlowPeerTests : ServerTest
{
    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task HalfOpen_TooLong_IsEnded(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using ServerClient silent = await ServerClient.ConnectAsync(server, mode: mode);
        await using ServerClient open = await ServerClient.OpenAsync(server, mode: mode);
        await using ServerClient joined = await ServerClient.JoinAsync(server, mode: mode);
        await using var half = new RawPeer(server, mode: mode);
        half.Write(RawPeer.Hello("opc.tcp://test"));
        half.Write(half.Open()[..^1]); // and never the rest
        await Wait.Until(() => server.GetStatistics().Connections == 4);
        server.Connections.EndLate(Environment.TickCount64 + 61_000);
        Assert.Equal(StatusCodes.BadTimeout, await half.ReadErrorAsync());
        Assert.Equal(StatusCodes.BadTimeout, await silent.EndAsync());
        Assert.Equal(StatusCodes.BadTimeout, await open.EndAsync());
        await joined.ReadAsync(ServerClient.Variable(1));
    }, Patient with { Transport = Patient.Transport with { Write = TimeSpan.FromMinutes(5) } }); // a minute is skipped

    [Fact]
    public Task Silent_TooLong_IsEndedByTheServerItself() => Serve(async server =>
    {
        await using var silent = new RawPeer(server);
        Assert.Equal(StatusCodes.BadTimeout, await silent.ReadErrorAsync());
    }, Patient with { Handshake = TimeSpan.FromMilliseconds(500) });

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task Peer_ThatTakesNothing_IsEndedAndOthersContinue(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server, mode: mode);
        uint id = (await other.SubscribeAsync(interval: 20, keepAlive: 1)).SubscriptionId;
        await other.MonitorAsync(id, ServerClient.Item(1, queue: 1000));

        await using var slow = new RawPeer(server, mode: mode);
        await slow.JoinAsync();
        var request = new ReadRequest { NodesToRead = [.. Enumerable.Repeat(new ReadValueId(new NodeId("Changes", 2)), 20)] };
        for (int i = 0; i < 100; i++) // 8 MB each, which are not read
            slow.Send(request);

        ServerConnection slowConnection =
            server.Context.Sessions.All.Single(static session => session.SubscriptionCount == 0).Connection!;
        long most = 0;
        int connections = 2;
        for (int i = 0; connections == 2; i++)
        {
            Published published = await other.PublishAsync();
            Assert.Equal(StatusCode.Good, published.Fault);
            ServerStatistics now = server.GetStatistics();
            most = Math.Max(most, now.SendingBytes);
            connections = now.Connections;
            if (most > 0)
                slowConnection.EndIfLate(Environment.TickCount64 + 59_000); // after a second of the minute
        }

        Assert.InRange(most, 1, 24 << 20);
        Assert.Equal(0, server.GetStatistics().Overflows);
    }, Patient with { Transport = Patient.Transport with { MaxQueuedBytes = 1 << 20, MaxSentMessageSize = 64 << 20 } },
        nodes: 100_000, rate: 1000);

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task Budget_OfMessagesThatAreNeverWhole_EndsThemAlone(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server, mode: mode);
        await using var hog = new RawPeer(server, mode: mode);
        await hog.JoinAsync();
        for (int i = 0; i < 100 && !hog.HasEnded; i++)
            hog.SendChunk('C', new byte[60_000], requestId: 9);

        Assert.Equal(StatusCodes.BadTcpNotEnoughResources, await hog.ReadErrorAsync());
        await other.ReadAsync(ServerClient.Variable(1));
        await Wait.Until(() => server.GetStatistics().ReceivingBytes == 0);
    }, Patient with { Memory = new TransportMemoryOptions { MaxReceiving = 1 << 20 } });
}
