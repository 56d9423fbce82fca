using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;
using Pooling.OpcUa.Client;
using Pooling.OpcUa.Security;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests that every defect of a chunk's sealing has the same answer, byte by byte.</summary>
public class SealingOracleTests : ServerTest
{
    [Theory]
    [MemberData(nameof(Modes.Secured), MemberType = typeof(Modes))]
    public Task Chunk_SealedWrongly_GetsOneAnswerOfTheServer(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        var answers = new HashSet<string>();
        foreach (string what in WrongSeals.Of(mode))
        {
            await using var peer = new RawPeer(server, mode: mode);
            await peer.JoinAsync();
            peer.Write(WrongSeals.Seal(what, peer.PlainChunk("MSGF", Body(), requestId: 7), peer.Security));
            answers.Add(Convert.ToHexString(await peer.ReadAsync()));
        }

        await SealRightly(server, mode);
        AssertOne(answers);
    });

    [Theory]
    [MemberData(nameof(Modes.Secured), MemberType = typeof(Modes))]
    public Task Opening_SealedWrongly_GetsOneAnswerOfTheServer(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        var answers = new HashSet<string>();
        foreach (string what in WrongSeals.OfOpenings)
        {
            await using var peer = new RawPeer(server, mode: mode);
            peer.Write(RawPeer.Hello("opc.tcp://test"));
            await peer.ReadAsync();
            peer.Write(peer.Open(seal: (plain, readable) => WrongSeals.SealOpening(what, plain, readable, peer.Security)));
            answers.Add(Convert.ToHexString(await peer.ReadAsync()));
        }

        await using var good = new RawPeer(server, mode: mode);
        good.Write(RawPeer.Hello("opc.tcp://test"));
        await good.ReadAsync();
        good.Write(good.Open(seal: (plain, readable) => WrongSeals.SealOpening("", plain, readable, good.Security)));
        Assert.Equal((byte)'O', (await good.ReadAsync())[0]); // the chunks here have only this defect
        AssertOne(answers);
    });

    [Theory]
    [MemberData(nameof(Modes.Secured), MemberType = typeof(Modes))]
    public async Task Chunk_SealedWrongly_GetsOneAnswerOfTheClient(MessageSecurityMode mode)
    {
        using var memory = new TransportMemory();
        var answers = new HashSet<string>();
        foreach (string what in (string[])[.. WrongSeals.Of(mode), ""])
        {
            await using var server = new ScriptedServer(async connection =>
            {
                await connection.ShakeHands();
                (_, uint id, _) = await connection.Receive();
                byte[] body = ScriptedConnection.Encode(new ReadResponse());
                await connection.SendRaw(WrongSeals.Seal(what, connection.PlainChunk("MSGF", id, body), connection.Security));
                (string type, _, byte[] reason) = await connection.Receive();
                if (what.Length > 0)
                    answers.Add(Convert.ToHexString(ScriptedConnection.Chunk(type, reason)));
            }, mode);
            await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, memory, SecuredServer.Client(mode));
            Task<ReadResponse> call = channel.CallAsync<ReadResponse>(new ReadRequest());
            if (what.Length == 0)
            {
                await call; // the chunks here have only this defect
                continue;
            }

            await Assert.ThrowsAsync<global::OpcUa.Client.ServiceException>(() => call);
            await channel.Completion.WaitAsync(TimeSpan.FromSeconds(60));
            Assert.Equal((what, StatusCodes.BadSecurityChecksFailed), (what, channel.CloseStatus));
        }

        Assert.Equal((0, 0, 0), (memory.Outstanding, memory.ReceivingBytes, memory.SendingBytes));
        AssertOne(answers);
    }

    private static byte[] Body() => RawPeer.Encode(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] });

    private static async Task SealRightly(global::OpcUa.Server.OpcUaServer server, MessageSecurityMode mode)
    {
        await using var peer = new RawPeer(server, mode: mode);
        await peer.JoinAsync();
        peer.Write(WrongSeals.Seal("", peer.PlainChunk("MSGF", Body(), requestId: 7), peer.Security));
        Assert.Equal((byte)'M', (await peer.ReadAsync())[0]); // the chunks here have only this defect
    }

    // An ERR with its code at byte 8.
    private static void AssertOne(HashSet<string> answers)
    {
        string answer = Assert.Single(answers);
        Assert.StartsWith("45525246", answer, StringComparison.Ordinal);
        Assert.Equal("00001380", answer[16..24]);
    }
}
