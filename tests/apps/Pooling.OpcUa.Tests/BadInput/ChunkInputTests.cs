using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests invalid data that peers send in a channel, in each mode. Each peer receives a reason, and no other client is
/// affected.</summary>
public class ChunkInputTests : ServerTest
{
    public static TheoryData<MessageSecurityMode, string, uint> Chunks => Modes.With(
        [
            ("sequence repeated", 0x80880000), ("sequence skipped", 0x80880000), ("token", 0x80870000), ("channel", 0x807F0000),
            ("kind", 0x807E0000), ("no headers", 0x80800000), ("too long", 0x80800000), ("2^31-1 bytes", 0x80800000),
            ("two requests at once", 0x80820000), ("opened again", 0x80530000), ("chunks without end", 0x80800000),
            ("message without end", 0x80800000),
        ],
        ("not sealed", 0x80130000), ("random bytes in place of the sealed ones", 0x80130000), ("nothing but headers", 0x80130000),
        ("opened again without security", 0x80550000));

    [Theory]
    [MemberData(nameof(Chunks))]
    public Task Chunk_Wrong_EndsWithAReason(MessageSecurityMode mode, string what, uint expected) => Serve(mode, async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server, mode: mode);
        await using var peer = new RawPeer(server, mode: mode);
        await peer.JoinAsync();
        switch (what)
        {
            case "sequence repeated":
                peer.Sequence--;
                break;
            case "sequence skipped":
                peer.Sequence++;
                break;
            case "token":
                peer.TokenId = 9;
                break;
            case "channel":
                peer.Channel++;
                break;
            case "kind":
                peer.SendChunk('X', [], requestId: 1);
                break;
            case "no headers":
                peer.Write(RawPeer.Frame("MSGF", new byte[15]));
                break;
            case "too long":
                peer.Write(RawPeer.Frame("MSGF", new byte[65_535 - 7], size: 65_536));
                break;
            case "2^31-1 bytes":
                peer.Write(RawPeer.Frame("MSGF", new byte[100], size: int.MaxValue));
                break;
            case "two requests at once":
                peer.SendChunk('C', [1], requestId: 1);
                peer.SendChunk('C', [1], requestId: 2);
                break;
            case "opened again":
                peer.Write(peer.Open());
                break;
            case "opened again without security":
                using (var none = new PeerSecurity(MessageSecurityMode.None))
                    peer.Write(none.SealOpening(peer.Channel, ++peer.Sequence, 1, RawPeer.Encode(new OpenSecureChannelRequest())));

                break;
            case "not sealed":
                peer.Write(peer.PlainChunk("MSGF", new byte[200], requestId: 1)); // as long as a sealed chunk may be
                break;
            case "random bytes in place of the sealed ones":
                byte[] chunk = peer.Chunk("MSGF", new byte[5000], requestId: 1);
                new Random(19).NextBytes(chunk.AsSpan(16));
                peer.Write(chunk);
                break;
            case "nothing but headers":
                peer.Write(peer.PlainChunk("MSGF", [], requestId: 1));
                break;
            case "chunks without end":
                for (int i = 0; i < 600 && !peer.HasEnded; i++)
                    peer.SendChunk('C', [], requestId: 1);

                break;
            case "message without end":
                for (int i = 0; i < 100 && !peer.HasEnded; i++)
                    peer.SendChunk('C', new byte[60_000], requestId: 1);

                break;
        }

        peer.SendChunk('F', [], requestId: 1);
        Assert.Equal(new StatusCode(expected), await peer.ReadErrorAsync());
        await other.ReadAsync(ServerClient.Variable(1));
        await peer.DisposeAsync(); // otherwise the server waits for it
        await Wait.Until(() => server.GetStatistics() is { Connections: 1, ReceivingBytes: 0 });
    });

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task Bytes_OneByOne_AreReadAsAWhole(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using var peer = new RawPeer(server, mode: mode) { IsByteByByte = true };
        await peer.JoinAsync();
        peer.Send(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] });
        ServerClient.Decode<ReadResponse>((await peer.ReadAsync())[24..]);
    });

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task Chunk_Aborted_IsForgotten(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using var peer = new RawPeer(server, mode: mode);
        await peer.JoinAsync();
        peer.SendChunk('C', new byte[60_000], requestId: 1);
        peer.SendChunk('A', [0, 0, 8, 0x80, 0xFF, 0xFF, 0xFF, 0xFF], requestId: 1);
        peer.Send(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] });
        ServerClient.Decode<ReadResponse>((await peer.ReadAsync())[24..]);
    });

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task RandomBytes_InEveryState_LeaveNothingBehind(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server, mode: mode);
        uint id = (await other.SubscribeAsync(interval: 20)).SubscriptionId;
        await other.MonitorAsync(id, ServerClient.Item(1, queue: 1000));
        var random = new Random(18);
        int rounds = mode == MessageSecurityMode.None ? 300 : 60; // two thirds of them take some milliseconds of RSA
        for (int i = 0; i < rounds; i++)
        {
            await using var peer = new RawPeer(server, mode: mode);
            var bytes = new byte[random.Next(1, 5000)];
            random.NextBytes(bytes);
            if (i % 3 == 0)
            {
                peer.Write(bytes);
            }
            else
            {
                await peer.JoinAsync();
                if (i % 3 == 1)
                    peer.SendChunk('F', bytes, requestId: 1);
                else
                    peer.Write(bytes);
            }

            if (i % 10 == 0)
                await other.PublishAsync();
        }

        await Wait.Until(() => server.GetStatistics() is { Connections: 1, ReceivingBytes: 0 });
        Assert.Equal(0, server.GetStatistics().Overflows);
        Assert.Equal(0, server.GetStatistics().Subscriptions - 1);
    }, Patient with { HandshakesPerSecond = 100_000, HandshakesPerSecondAndAddress = 100_000 }, rate: 1000);
}
