using System.Net;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests an address that opens as many secured channels as possible. Clients of other addresses are still notified of
/// changes.</summary>
public class OneAddressTests : ServerTest
{
    private const int Places = 30;

    private static readonly IPAddress s_hostile = new([127, 0, 0, 2]); // also an address of this machine
    private static readonly IPAddress s_third = new([127, 0, 0, 3]);

    [Theory]
    [MemberData(nameof(Modes.Secured), MemberType = typeof(Modes))]
    public Task Channels_AllOfOneAddress_LeaveOthersTheirIntervals(MessageSecurityMode mode) => Serve(async server =>
    {
        await using ServerClient one = await JoinAsync(server, mode, IPAddress.Loopback);
        await using ServerClient two = await JoinAsync(server, mode, s_third);
        var held = new List<RawPeer>();
        using var enough = new CancellationTokenSource();
        Task<int> flood = Task.Run(() => FloodAsync(server, mode, held, enough.Token));
        try
        {
            await Wait.Until(() => server.GetStatistics().Refused > 0); // it has the maximum
            long start = Environment.TickCount64;
            await Task.WhenAll(ListenAsync(one), ListenAsync(two));
            Assert.InRange(Environment.TickCount64 - start, 0, 20_000); // ten times the duration without the flood

            await using ServerClient late = await JoinAsync(server, mode, s_third); // and there are places for others
            Assert.Equal(StatusCode.Good, (await late.ReadAsync(ServerClient.Variable(1))).StatusCode);
        }
        finally
        {
            await enough.CancelAsync();
            Assert.NotEqual(0, await flood);
            foreach (RawPeer peer in held)
                await peer.DisposeAsync();
        }

        Assert.Equal(0, server.GetStatistics().Overflows);
        await one.DisposeAsync();
        await two.DisposeAsync();
        await Wait.Until(() => server.GetStatistics() is { Connections: 0, ReceivingBytes: 0 });
    }, Patient with { PerAddress = Places, HalfOpenPerAddress = Places, KeyUsesPerSecondAndAddress = 50 }, rate: 100, isSecured: true);

    private static async Task<ServerClient> JoinAsync(OpcUaServer server, MessageSecurityMode mode, IPAddress from)
    {
        ServerClient client = await ServerClient.JoinAsync(server, mode: mode, from: from);
        uint id = (await client.SubscribeAsync(interval: 100, keepAlive: 1)).SubscriptionId;
        await client.MonitorAsync(id, ServerClient.Item(1, queue: 1000));
        return client;
    }

    /// <summary>Publishes for about two seconds.</summary>
    private static async Task ListenAsync(ServerClient client)
    {
        SubscriptionAcknowledgement[] acknowledgements = [];
        for (int i = 0; i < 20; i++)
        {
            Published published = await client.PublishAsync(acknowledgements);
            Assert.Equal(StatusCode.Good, published.Fault);
            acknowledgements = [published.Acknowledgement];
        }
    }

    /// <summary>Opens channels, keeps as many as there are places, and continues.</summary>
    /// <returns>The number of refused channels.</returns>
    private static async Task<int> FloodAsync(
        OpcUaServer server, MessageSecurityMode mode, List<RawPeer> held, CancellationToken cancellation)
    {
        int refused = 0;
        byte[]? opening = null; // the same each time, because only the server should do the work
        while (!cancellation.IsCancellationRequested)
        {
            var peer = new RawPeer(server, s_hostile, mode);
            peer.Write(RawPeer.Hello("opc.tcp://test"));
            opening ??= peer.Open();
            peer.Write(opening);
            byte[] answer = await peer.ReadAsync();
            if (answer is [(byte)'A', ..])
                answer = await peer.ReadAsync();

            if (answer is [(byte)'O', ..])
            {
                held.Add(peer);
                continue;
            }

            refused++;
            await peer.DisposeAsync();
        }

        return refused;
    }
}
