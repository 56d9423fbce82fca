using OpcUa.Client;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;
using Pooling.OpcUa.Security;

namespace Pooling.OpcUa.Client;

/// <summary>Tests requests with valid and invalid responses.</summary>
public sealed class ClientChannelCallTests : IDisposable
{
    private static readonly ClientOptions s_patient = new() { RequestTimeout = TimeSpan.FromSeconds(60) };

    private readonly TransportMemory _memory = new();

    public void Dispose()
    {
        Assert.Equal((0, 0, 0), (_memory.Outstanding, _memory.ReceivingBytes, _memory.SendingBytes)); // regardless of the server's behavior
        _memory.Dispose();
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
                    await connection.Respond(requests[i].Id + 1_000, new ReadResponse()); // without a request
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

    [Theory]
    [MemberData(nameof(BadInput.Modes.All), MemberType = typeof(BadInput.Modes))]
    public async Task CallAsync_AResponseByteByByte_IsRead(MessageSecurityMode mode)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            connection.IsSlow = true;
            await connection.Serve(static (_, _) => Task.FromResult(false));
        }, mode);
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, SecuredServer.Client(mode));
        var request = new ReadRequest { NodesToRead = [new ReadValueId(new NodeId(7))] };

        Assert.Equal(7u, (await channel.CallAsync<ReadResponse>(request)).Results[0].Value.Get<uint>());
    }

    [Theory]
    [MemberData(nameof(BadInput.Modes.All), MemberType = typeof(BadInput.Modes))]
    public async Task CallAsync_BadResponses_FailAndTheConnectionContinues(MessageSecurityMode mode)
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
        }, mode);
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, SecuredServer.Client(mode));

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
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, s_patient);
        using var cancellation = new CancellationTokenSource();
        Task<ReadResponse> cancelled = channel.CallAsync<ReadResponse>(new ReadRequest(), cancellation.Token);
        Task<ReadResponse> late = channel.CallAsync<ReadResponse>(new ReadRequest());
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);
        await Wait.Until(() =>
        {
            channel.Tick(Environment.TickCount64 + 61_000); // when its time is over
            return late.IsCompleted;
        });
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

    private static Task<TException> Refused<TException>(ClientChannel channel) where TException : Exception =>
        Assert.ThrowsAsync<TException>(() => channel.CallAsync<ReadResponse>(new ReadRequest()));

    /// <summary>Returns a read response with a variant in an array of variants, and so on.</summary>
    private static byte[] Nested()
    {
        byte[] head = ScriptedConnection.Encode(new ReadResponse());
        byte[] nested = [.. Enumerable.Repeat<byte[]>([0x98, 1, 0, 0, 0], 5_000).SelectMany(static level => level)];
        return [.. head[..^8], .. ScriptedConnection.Numbers(1), 0x01, .. nested];
    }
}
