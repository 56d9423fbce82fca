using System.Net.Sockets;
using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Views;
using OpcUa.Server;
using Pooling.OpcUa.Canaries;
using Pooling.OpcUa.Client;
using Pooling.OpcUa.Server;
using Pooling.OpcUa.Services;

namespace Pooling.OpcUa.Corpus;

/// <summary>Tests recorded frames of node-opcua, and random changes of them. They are read, refused or answered, and never cause
/// harm.</summary>
/// <remarks>Short by default; with <c>POOLING_OPCUA_MINUTES=30</c> each test runs for 30 minutes.</remarks>
public sealed class FrameTests : ServerTest
{
    private static readonly Dictionary<uint, Type> s_types = MessageSamples.Types
        .ToDictionary(static type => ((IServiceMessage)Activator.CreateInstance(type)!).EncodingId);

    [Fact]
    public void All_OfBothDirections_AreThere()
    {
        Assert.InRange(Frames.All.Count(static frame => frame.IsOfClient), 50, 5_000);
        Assert.InRange(Frames.All.Count(static frame => !frame.IsOfClient), 50, 5_000);
        Assert.InRange(Frames.All.Select(IdOf).Distinct().Count(), 20, 100); // services, both ways
    }

    [Fact]
    public void Decode_EachThatIsWhole_TakesAllOfIt()
    {
        foreach (Frame frame in Frames.All.Where(static frame => s_types.ContainsKey(IdOf(frame))))
        {
            using var scope = Pooling.Encodeables.PooledScope.Begin();
            var decoder = new BinaryDecoder(frame.Body, scope);
            var message = (IServiceMessage)Activator.CreateInstance(s_types[decoder.ReadMessageId()])!;
            message.Decode(ref decoder);
            Assert.Equal(0, decoder.Remaining);
        }
    }

    /// <summary>Checks connections that each receive a few changed frames, while another client of the server continues to read.</summary>
    [Fact]
    public Task Server_OfChangedFramesOfClients_Continues() => Serve(async server =>
    {
        var random = new Random(5);
        var mutator = new Mutator(random);
        byte[][] frames = [.. Frames.All.Where(static frame => frame.IsOfClient).Select(static frame => frame.Bytes)];
        await using var bystander = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
        int rounds = 0;
        LongRun.Repeat(times: 150, i =>
        {
            SendChanged(server, frames, mutator, random).GetAwaiter().GetResult();
            Assert.True(bystander.ReadAsync(new NodeId(1, 2)).GetAwaiter().GetResult().StatusCode.IsGood);
            rounds++;
        });
        await Wait.Until(() => server.GetStatistics().Connections == 1);
        Assert.True(server.GetStatistics().BadConnections > rounds / 10, "Hardly any was bad.");
    }, Patient with { HandshakesPerSecond = 100_000, HandshakesPerSecondAndAddress = 100_000 });

    /// <summary>Checks a client whose server sends changed responses of another server to another client.</summary>
    [Fact]
    public async Task Client_OfChangedFramesOfServers_FailsByItself()
    {
        var random = new Random(6);
        var mutator = new Mutator(random);
        byte[][] bodies =
            [.. Frames.All.Where(static frame => !frame.IsOfClient && frame.Body.Length > 0).Select(static frame => frame.Body)];
        int answers = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                if (request is not (ReadRequest or BrowseRequest))
                    return false;

                byte[] body = mutator.Change(bodies[random.Next(bodies.Length)], bodies[random.Next(bodies.Length)]);
                await connection.Send("MSGF", id, body[..Math.Min(body.Length, 60_000)]);
                Interlocked.Increment(ref answers);
                return true;
            });
        });
        await using var client = await UaClient.ConnectAsync(server.Url);
        LongRun.Repeat(times: 600, i =>
        {
            Exception? exception = Record.Exception(() => (i % 2 == 0
                ? client.ReadAsync(new NodeId(1))
                : (Task)client.BrowseAsync(new BrowseDescription(new NodeId(85)))).GetAwaiter().GetResult());
            Assert.True(exception is null or ServiceException or DecodingException, $"{exception}");
        });
        Assert.InRange(answers, 600, int.MaxValue);
        Assert.Equal(0, client.Reconnections);
    }

    private static uint IdOf(Frame frame) => frame.Body.Length == 0 ? 0 : new BinaryDecoder(frame.Body).ReadMessageId();

    private static async Task SendChanged(OpcUaServer server, byte[][] frames, Mutator mutator, Random random)
    {
        using var socket = new Socket(
            AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(server.EndPoint);
        try
        {
            await socket.SendAsync(First(frames, "HELF"));
            if (random.Next(4) > 0)
                await socket.SendAsync(First(frames, "OPNF"));

            for (int i = random.Next(1, 6); i > 0; i--)
                await socket.SendAsync(mutator.Change(frames[random.Next(frames.Length)], frames[random.Next(frames.Length)]));
        }
        catch (SocketException)
        {
            // the server refused it
        }
    }

    private static byte[] First(byte[][] frames, string type) =>
        frames.First(frame => System.Text.Encoding.ASCII.GetString(frame, 0, 4) == type);
}
