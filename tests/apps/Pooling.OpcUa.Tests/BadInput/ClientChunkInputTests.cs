using OpcUa.Client;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;
using Pooling.OpcUa.Client;
using Pooling.OpcUa.Security;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests invalid data that servers send, in each mode. The client ends with a reason, and holds no memory.</summary>
public sealed class ClientChunkInputTests : IDisposable
{
    private readonly TransportMemory _memory = new();

    public void Dispose()
    {
        Assert.Equal((0, 0, 0), (_memory.Outstanding, _memory.ReceivingBytes, _memory.SendingBytes)); // regardless of the server's behavior
        _memory.Dispose();
    }

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public async Task OpenAsync_RandomBytes_IsRefused(MessageSecurityMode mode)
    {
        var random = new Random(18);
        for (int i = 0; i < 50; i++)
        {
            byte[] bytes = new byte[random.Next(1, 20_000)];
            random.NextBytes(bytes);
            bool shakesHands = i % 2 == 0;
            await using var server = new ScriptedServer(async connection =>
            {
                if (shakesHands)
                    await connection.ShakeHands();

                await (shakesHands && i % 4 == 0 ? connection.Send("MSGF", 1, bytes) : connection.SendRaw(bytes));
            }, mode);

            try
            {
                await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, Options(mode));
                await channel.Completion.WaitAsync(TimeSpan.FromSeconds(60));
                Assert.True(channel.CloseStatus.IsBad);
            }
            catch (ServiceException)
            {
            }
        }
    }

    public static TheoryData<MessageSecurityMode, string, uint> Chunks => Modes.With(
        [
            ("a chunk of 2^31 - 1 bytes", 0x80800000), ("a chunk of 7 bytes", 0x80800000), ("a chunk without headers", 0x80800000),
            ("a wrong sequence number", 0x80880000), ("a number that was", 0x80880000), ("an unknown token", 0x80870000),
            ("an unknown channel", 0x807F0000), ("an unknown kind", 0x807E0000), ("an ACK", 0x807E0000),
            ("an OPN that nobody asked for", 0x80130000), ("two responses at once", 0x80820000),
            ("a message that is too long", 0x80800000), ("chunks without end", 0x80800000), ("a chunk that is cut short", 0x80AE0000),
        ],
        ("a chunk that is not sealed", 0x80130000), ("random bytes in place of the sealed ones", 0x80130000),
        ("an OPN without security", 0x80550000), ("an OPN that is long", 0x80800000));

    [Theory]
    [MemberData(nameof(Chunks))]
    public async Task Connection_WithABadChunk_EndsForThisReason(MessageSecurityMode mode, string what, uint status)
    {
        ClientOptions options = Options(mode) with { Transport = new TransportLimits { MaxMessageSize = 100_000, MaxChunkCount = 20 } };
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await SendBad(connection, what);
            if (!what.Contains("cut short", StringComparison.Ordinal))
                await connection.Receive(); // the reason
        }, mode);
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, options);
        await channel.Completion.WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Equal(new StatusCode(status), channel.CloseStatus);
        await Assert.ThrowsAsync<ServiceException>(() => channel.CallAsync<ReadResponse>(new ReadRequest()));
    }

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public async Task Server_ThatFallsSilent_FailsTheCallInTime(MessageSecurityMode mode)
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.ShakeHands();
            (_, uint id, _) = await connection.Receive();
            byte[] response = connection.Security.Seal(connection.PlainChunk("MSGF", id, new byte[5000]));
            await connection.SendRaw(response[..^1]); // and never the rest
            await connection.Receive();
        }, mode);
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, Options(mode));
        using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => channel.CallAsync<ReadResponse>(new ReadRequest(), cancellation.Token));
        Assert.Equal((0, false), (channel.PendingCount, channel.Completion.IsCompleted));
    }

    [Theory]
    [MemberData(nameof(Modes.Secured), MemberType = typeof(Modes))]
    public async Task Server_ThatFallsSilentAfterItWasFound_IsGivenUp(MessageSecurityMode mode)
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.Receive();
            await connection.SendRaw("ACKF"u8.ToArray());
            await connection.Receive();
        }, mode);
        ClientOptions options = Options(mode) with { RequestTimeout = TimeSpan.FromSeconds(1) };
        ServiceException exception =
            await Assert.ThrowsAsync<ServiceException>(() => ClientChannel.OpenAsync(server.Url, _memory, options));
        Assert.Equal(StatusCodes.BadTimeout, exception.Status);
    }

    private static ClientOptions Options(MessageSecurityMode mode) =>
        SecuredServer.Client(mode) with { RequestTimeout = TimeSpan.FromSeconds(60) };

    private static async Task SendBad(ScriptedConnection connection, string what)
    {
        switch (what)
        {
            case "a chunk of 2^31 - 1 bytes":
                await connection.SendRaw([.. "MSGF"u8, .. ScriptedConnection.Numbers(int.MaxValue)]);
                break;
            case "a chunk of 7 bytes":
                await connection.SendRaw([.. "MSGF"u8, .. ScriptedConnection.Numbers(7)]);
                break;
            case "a wrong sequence number":
                connection.Sequence += 10;
                await connection.Send("MSGF", 1, []);
                break;
            case "an unknown token":
                connection.TokenId += 10;
                await connection.Send("MSGF", 1, []);
                break;
            case "an unknown channel":
                connection.ChannelId += 10;
                await connection.Send("MSGF", 1, []);
                break;
            case "a chunk without headers":
                await connection.SendRaw(ScriptedConnection.Chunk("MSGF", new byte[15]));
                break;
            case "a number that was":
                connection.Sequence--;
                await connection.Send("MSGF", 1, []);
                break;
            case "an unknown kind":
                await connection.Send("MSGX", 1, []);
                break;
            case "an ACK":
                await connection.SendRaw(ScriptedConnection.Chunk("ACKF", ScriptedConnection.Numbers(0, 65_535, 65_535, 0, 0)));
                break;
            case "two responses at once":
                await connection.Send("MSGC", 1, [1]);
                await connection.Send("MSGC", 2, [1]);
                break;
            case "chunks without end":
                for (int i = 0; i < 21; i++)
                    await connection.Send("MSGC", 1, [1]);

                break;
            case "a chunk that is not sealed":
                await connection.SendRaw(connection.PlainChunk("MSGF", 1, new byte[200]));
                break;
            case "random bytes in place of the sealed ones":
                byte[] chunk = connection.Security.Seal(connection.PlainChunk("MSGF", 1, new byte[5000]));
                new Random(19).NextBytes(chunk.AsSpan(16));
                await connection.SendRaw(chunk);
                break;
            case "an OPN without security":
                using (var none = new PeerSecurity(MessageSecurityMode.None, isServer: true))
                    await connection.SendRaw(none.SealOpening(connection.ChannelId, ++connection.Sequence, 1, []));

                break;
            case "an OPN that is long":
                await connection.SendRaw(connection.Security.SealOpening(connection.ChannelId, ++connection.Sequence, 1, new byte[2000]));
                break;
            case "an OPN that nobody asked for":
                await connection.Open(77, 1_000);
                break;
            case "a message that is too long":
                for (int i = 0; i < 3; i++)
                    await connection.Send("MSGC", 1, new byte[50_000]);

                break;
            default:
                await connection.SendRaw([.. "MSGF"u8, .. ScriptedConnection.Numbers(1_000), 1, 2, 3]);
                break;
        }
    }
}
