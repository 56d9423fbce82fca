using OpcUa.Client;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Client;

public sealed class ClientChannelTests : IDisposable
{
    private static readonly ClientOptions s_patient = new() { RequestTimeout = TimeSpan.FromSeconds(60) };
    private static readonly ClientOptions s_impatient = new() { RequestTimeout = TimeSpan.FromMilliseconds(300) };

    private readonly TransportMemory _memory = new();

    public void Dispose()
    {
        Assert.Equal((0, 0, 0), (_memory.Outstanding, _memory.ReceivingBytes, _memory.SendingBytes)); // whatever the server did
        _memory.Dispose();
    }

    [Fact]
    public async Task OpenAsync_SilentServer_EndsInTime()
    {
        await using var server = new ScriptedServer(static connection => Task.Delay(Timeout.Infinite, CancellationToken.None)
            .WaitAsync(TimeSpan.FromSeconds(10)).ContinueWith(static _ => { }, TaskScheduler.Default));

        ServiceException exception =
            await Assert.ThrowsAsync<ServiceException>(() => ClientChannel.OpenAsync(server.Url, _memory, s_impatient));
        Assert.Equal(StatusCodes.BadTimeout, exception.Status);
    }

    [Fact]
    public async Task OpenAsync_Cancelled_Ends()
    {
        using var cancellation = new CancellationTokenSource(100);
        await using var server = new ScriptedServer(static connection => connection.Receive().ContinueWith(
            static _ => Task.Delay(5_000), TaskScheduler.Default).Unwrap());

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => ClientChannel.OpenAsync(server.Url, _memory, s_patient, cancellation.Token));
    }

    [Fact]
    public async Task OpenAsync_ErrorMessage_GivesItsReason()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.Receive();
            await connection.SendRaw(ScriptedConnection.Chunk("ERRF", [.. ScriptedConnection.Numbers(0x807D0000, 4), .. "busy"u8]));
            await connection.Receive();
        });

        ServiceException exception =
            await Assert.ThrowsAsync<ServiceException>(() => ClientChannel.OpenAsync(server.Url, _memory, s_patient));
        Assert.Equal(StatusCodes.BadTcpServerTooBusy, exception.Status);
        Assert.Contains("busy", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1 << 20)] // more than was offered
    [InlineData(1024)] // less than every end must take
    public async Task OpenAsync_ImpossibleBuffers_IsRefused(uint buffer)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.Receive();
            await connection.SendRaw(ScriptedConnection.Chunk("ACKF", ScriptedConnection.Numbers(0, buffer, buffer, 0, 0)));
            await connection.Receive();
        });

        await Assert.ThrowsAsync<ServiceException>(() => ClientChannel.OpenAsync(server.Url, _memory, s_patient));
    }

    [Fact]
    public async Task OpenAsync_RandomBytes_IsRefused()
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

                await connection.SendRaw(bytes);
            });

            try
            {
                await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);
                await channel.Completion.WaitAsync(TimeSpan.FromSeconds(60));
                Assert.True(channel.CloseStatus.IsBad);
            }
            catch (ServiceException)
            {
            }
        }
    }

    [Theory]
    [InlineData("a chunk of 2^31 - 1 bytes", 0x80800000)]
    [InlineData("a chunk of 7 bytes", 0x80800000)]
    [InlineData("a wrong sequence number", 0x80880000)]
    [InlineData("an unknown token", 0x80870000)]
    [InlineData("an unknown channel", 0x807F0000)]
    [InlineData("an OPN that nobody asked for", 0x80130000)]
    [InlineData("a message that is too long", 0x80800000)]
    [InlineData("a chunk that is cut short", 0x80AE0000)]
    public async Task Connection_WithABadChunk_EndsForThisReason(string what, uint status)
    {
        ClientOptions options = s_patient with { Transport = new TransportLimits { MaxMessageSize = 100_000 } };
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await SendBad(connection, what);
            if (!what.Contains("cut short", StringComparison.Ordinal))
                await connection.Receive(); // the reason
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, options);
        await channel.Completion.WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Equal(new StatusCode(status), channel.CloseStatus);
        await Assert.ThrowsAsync<ServiceException>(() => channel.CallAsync<ReadResponse>(new ReadRequest()));
    }

    [Fact]
    public async Task CallAsync_ResponsesInAnyOrder_AreMatchedByNumber()
    {
        var requests = new List<(uint Id, ReadRequest Request)>();
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                requests.Add((id, (ReadRequest)request));
                for (int i = requests.Count - 1; i >= 0 && requests.Count == 10; i--)
                {
                    await connection.Respond(requests[i].Id + 1_000, new ReadResponse()); // nobody's
                    await connection.Respond(requests[i].Id, new ReadResponse { Results = [new DataValue(requests[i].Request.MaxAge)] });
                }

                return true;
            });
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);
        Task<ReadResponse>[] calls =
            [.. Enumerable.Range(0, 10).Select(i => channel.CallAsync<ReadResponse>(new ReadRequest { MaxAge = i }))];

        for (int i = 0; i < calls.Length; i++)
            Assert.Equal(i, (await calls[i]).Results[0].Value.Get<double>());

        Assert.InRange(channel.UnknownResponses, 9, 10);
        Assert.Equal(0, channel.PendingCount);
    }

    [Fact]
    public async Task CallAsync_AResponseByteByByte_IsRead()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            connection.IsSlow = true;
            await connection.Serve(static (_, _) => Task.FromResult(false));
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);
        var request = new ReadRequest { NodesToRead = [new ReadValueId(new NodeId(7))] };

        Assert.Equal(7u, (await channel.CallAsync<ReadResponse>(request)).Results[0].Value.Get<uint>());
    }

    [Fact]
    public async Task CallAsync_BadResponses_FailAndTheConnectionGoesOn()
    {
        var answers = new Queue<Func<ScriptedConnection, uint, Task>>(
        [
            static (connection, id) => connection.Respond(id, new WriteResponse()),
            static (connection, id) => connection.Respond(id, new ServiceFault { Header = { ServiceResult = new StatusCode(0x80340000) } }),
            static (connection, id) => connection.Respond(id, new ReadResponse { Header = { ServiceResult = new StatusCode(0x800F0000) } }),
            static (connection, id) => connection.Send("MSGF", id, [1, 0, 0x7A, 2, 1, 2, 3]),
            static (connection, id) => connection.Send("MSGF", id, []),
            static (connection, id) => connection.Send("MSGF", id, Nested()),
            static (connection, id) => connection.Send("MSGA", id, [.. ScriptedConnection.Numbers(0x80B90000, uint.MaxValue)]),
            static (connection, id) => connection.Respond(id, new ReadResponse { Results = [new DataValue(1)] }),
        ]);
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, _) =>
            {
                await answers.Dequeue()(connection, id);
                return true;
            });
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);

        Assert.Equal(StatusCodes.BadUnknownResponse, (await Refused<ServiceException>(channel)).Status);
        Assert.Equal(StatusCodes.BadNodeIdUnknown, (await Refused<ServiceException>(channel)).Status);
        Assert.Equal(StatusCodes.BadNothingToDo, (await Refused<ServiceException>(channel)).Status);
        await Refused<DecodingException>(channel);
        await Refused<DecodingException>(channel);
        await Refused<DecodingException>(channel);
        Assert.Equal(StatusCodes.BadResponseTooLarge, (await Refused<ServiceException>(channel)).Status);
        Assert.Single((await channel.CallAsync<ReadResponse>(new ReadRequest())).Results);
    }

    [Fact]
    public async Task CallAsync_NoAnswer_FailsInTimeOrWhenCancelled()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(static (_, _) => Task.FromResult(true));
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(
            server.Url, _memory, s_patient with { RequestTimeout = TimeSpan.FromSeconds(2) });
        using var cancellation = new CancellationTokenSource();
        Task<ReadResponse> cancelled = channel.CallAsync<ReadResponse>(new ReadRequest(), cancellation.Token);
        Task<ReadResponse> late = channel.CallAsync<ReadResponse>(new ReadRequest());
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);
        Assert.Equal(StatusCodes.BadTimeout, (await Assert.ThrowsAsync<ServiceException>(() => late)).Status);
        Assert.Equal(0, channel.PendingCount);
    }

    [Fact]
    public async Task CallAsync_ConnectionLost_Fails()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.ShakeHands();
            await connection.Receive();
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);

        Assert.Equal(StatusCodes.BadConnectionClosed, (await Refused<ServiceException>(channel)).Status);
    }

    [Fact]
    public async Task Channel_BeforeItsTokenExpires_IsRenewed()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.ShakeHands(lifetime: 1_200);
            await connection.Serve(static (_, _) => Task.FromResult(false));
        });
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);
        while (channel.Renewals == 0)
        {
            await channel.CallAsync<ReadResponse>(new ReadRequest());
            await Task.Delay(20);
        }

        await channel.CallAsync<ReadResponse>(new ReadRequest());
        Assert.False(channel.Completion.IsCompleted);
    }

    private static Task<TException> Refused<TException>(ClientChannel channel) where TException : Exception =>
        Assert.ThrowsAsync<TException>(() => channel.CallAsync<ReadResponse>(new ReadRequest()));

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

    /// <summary>A read response with a variant in an array of variants, and so on.</summary>
    private static byte[] Nested()
    {
        byte[] head = ScriptedConnection.Encode(new ReadResponse());
        byte[] nested = [.. Enumerable.Repeat<byte[]>([0x98, 1, 0, 0, 0], 5_000).SelectMany(static level => level)];
        return [.. head[..^8], .. ScriptedConnection.Numbers(1), 0x01, .. nested];
    }
}
