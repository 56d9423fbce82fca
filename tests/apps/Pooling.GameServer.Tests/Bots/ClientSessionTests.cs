using System.Net;
using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Bots;

/// <summary>Tests the messages that a client must not accept from an attacker between it and the server, who repeats and forges
/// frames.</summary>
public sealed class ClientSessionTests
{
    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Open_HelloAckAgain_EndsTheClientBeforeItUsesANonceTwice(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind), TestLimits.Patient), 0);
        await using (host.ConfigureAwait(false))
        {
            var relay = new RecordingRelay(host.EndPoint);
            await using (relay.ConfigureAwait(false))
            {
                using var bot = new Bot(1);
                await bot.Connect(relay.EndPoint);
                for (int i = 0; i < 10; i++)
                    bot.SendInput();

                await Wait.Until(() => bot.Counters.Acks == 10);
                await relay.SendToClient(relay.FromServer.Single(static packet => packet.Header.Type == Opcode.HelloAck));
                for (int i = 0; i < 20; i++)
                {
                    bot.SendInput();
                    await Task.Delay(5);
                }

                await Wait.Until(() => bot.HasEnded);
                string[] nonces = [.. relay.FromClient.Where(static packet => packet.Header.Flags == PacketFlags.Encrypted)
                    .Select(static packet => Convert.ToHexString(packet.Payload.Span[..PacketSealer.NonceLength]))];
                Assert.InRange(nonces.Length, 11, int.MaxValue);
                Assert.Equal(nonces.Length, nonces.Distinct().Count());
                Assert.NotNull(bot.Fault);
            }
        }
    }

    [Theory]
    [InlineData(Opcode.Disconnect, PacketFlags.Clear)]
    [InlineData(Opcode.Disconnect, PacketFlags.Handshake)]
    [InlineData(Opcode.StateRemove, PacketFlags.Clear)]
    public async Task Open_InClearBehindTheHandshake_EndsTheClientAndIsNotBelieved(ushort type, byte flags)
    {
        var host = GameHost.Start(GameServers.Create(ServerKind.Pooled, TestLimits.Patient), 0);
        await using (host.ConfigureAwait(false))
        {
            var relay = new RecordingRelay(host.EndPoint);
            await using (relay.ConfigureAwait(false))
            {
                using var bot = new Bot(1);
                await bot.Connect(relay.EndPoint);
                await relay.SendToClient(new Packet
                {
                    Header = new Header
                    {
                        Type = type,
                        Flags = flags,
                        Protocol = ProtocolLimits.Protocol,
                        Version = ProtocolLimits.Version,
                    },
                    Payload = new Disconnect { Reason = DisconnectReason.Shutdown }.ToByteString(),
                });

                await Wait.Until(() => bot.HasEnded);
                Assert.Equal(DisconnectReason.None, bot.Reason);
                Assert.NotNull(bot.Fault);
            }
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Open_OfTheServer_HelloAgainEndsTheConnection(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind), TestLimits.Patient), 0);
        await using (host.ConfigureAwait(false))
        {
            var relay = new RecordingRelay(host.EndPoint);
            await using (relay.ConfigureAwait(false))
            {
                using var bot = new Bot(1);
                await bot.Connect(relay.EndPoint);
                await relay.SendToServer(RecordingRelay.Frame(relay.FromClient[0]));

                await Wait.Until(() => bot.HasEnded);
                Assert.Equal(DisconnectReason.NotAllowed, bot.Reason);
            }
        }
    }

    public static TheoryData<byte[]> InvalidAnswers => new(
        new HelloAck
        {
            PublicKey = ByteString.CopyFrom([4, .. Enumerable.Repeat<byte>(1, 64)]), // not on the curve
            Random = ByteString.CopyFrom(new byte[32]),
        }.ToByteArray(),
        new HelloAck { PublicKey = ByteString.CopyFrom(1, 2, 3) }.ToByteArray(),
        [0xff]); // not a message

    [Theory]
    [MemberData(nameof(InvalidAnswers))]
    public async Task Accept_InvalidAnswer_EndsTheClient(byte[] answer)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using var bot = new Bot(1);
        await bot.Begin(listener.LocalEndPoint!, saysHello: true, CancellationToken.None);
        using Socket server = await listener.AcceptAsync();
        HandshakeHeaders headers = HandshakeHeaders.Current;
        await server.SendAsync(RecordingRelay.Frame(new Packet
        {
            Header = new Header
            {
                Type = Opcode.HelloAck,
                Flags = PacketFlags.Handshake,
                Protocol = headers.Answer.Protocol,
                Version = headers.Answer.Version,
            },
            Payload = ByteString.CopyFrom(answer),
        }));

        await bot.Ended.WaitAsync(Wait.Patience);
        Assert.NotNull(bot.Fault);
    }

    [Fact]
    public void Open_AnswerBeforeTheHello_IsRefused()
    {
        using var session = new ClientSession();

        Assert.NotNull(session.Open(HandshakeHeaders.Current.Answer, [], out _));
        session.CreateHello();
        Assert.Null(session.Open(HandshakeHeaders.Current.Answer, [], out _));
        Assert.NotNull(session.Open(HandshakeHeaders.Current.Answer with { Version = ProtocolLimits.Version - 1 }, [], out _));
    }
}
