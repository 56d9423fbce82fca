using OpcUa.Client;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
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
        Assert.Equal((0, 0, 0), (_memory.Outstanding, _memory.ReceivingBytes, _memory.SendingBytes)); // regardless of the server's behavior
        _memory.Dispose();
    }

    [Fact]
    public async Task OpenAsync_SilentServer_EndsInTime()
    {
        await using var server = new ScriptedServer(Listen);

        ServiceException exception =
            await Assert.ThrowsAsync<ServiceException>(() => ClientChannel.OpenAsync(server.Url, _memory, s_impatient));
        Assert.Equal(StatusCodes.BadTimeout, exception.Status);
    }

    [Fact]
    public async Task OpenAsync_Cancelled_Ends()
    {
        using var cancellation = new CancellationTokenSource(100);
        await using var server = new ScriptedServer(Listen);

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
    [InlineData(1024)] // less than the minimum of every end
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
    public async Task Channel_BeforeItsTokenExpires_IsRenewed()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.ShakeHands(lifetime: 40_000);
            await connection.Serve(static (_, _) => Task.FromResult(false));
        });
        ClientOptions options = s_patient with { Transport = new TransportLimits { Write = TimeSpan.FromMinutes(2) } };
        await using ClientChannel channel = await ClientChannel.OpenAsync(server.Url, _memory, options);
        await channel.CallAsync<ReadResponse>(new ReadRequest());
        await Wait.Until(() =>
        {
            channel.Tick(Environment.TickCount64 + 31_000); // after three quarters of the lifetime
            return channel.Renewals > 0;
        });
        await channel.CallAsync<ReadResponse>(new ReadRequest());
        Assert.False(channel.Completion.IsCompleted);
    }

    [Theory]
    [InlineData(1, 64 << 20)]
    [InlineData(int.MaxValue, 1 << 20)]
    public async Task Channel_NoRoomWhenItsTokenExpires_IsRenewedAsSoonAsThereIs(int queued, long sending)
    {
        var reads = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands(lifetime: 40_000);
            await reads.Task;
            await connection.Serve(static (_, _) => Task.FromResult(true));
        });
        using var memory = new TransportMemory(new TransportMemoryOptions { MaxSending = sending });
        ClientOptions options = s_patient with
        {
            Transport = new TransportLimits
            {
                Write = TimeSpan.FromMinutes(2),
                MaxQueuedMessages = queued,
                MaxQueuedBytes = int.MaxValue,
            },
        };
        await using (ClientChannel channel = await ClientChannel.OpenAsync(server.Url, memory, options))
        {
            try
            {
                await FillAsync(channel);
                channel.Tick(Environment.TickCount64 + 31_000); // after three quarters of the lifetime
                Assert.Equal(0, channel.Renewals);
            }
            finally
            {
                reads.SetResult();
            }

            await Wait.Until(() =>
            {
                channel.Tick(Environment.TickCount64 + 31_000);
                return channel.Renewals > 0;
            });
            Assert.False(channel.Completion.IsCompleted);
        }

        Assert.Equal((0, 0), (memory.Outstanding, memory.SendingBytes));
    }

    /// <summary>Sends requests to a server that reads none, until none is accepted for a while.</summary>
    private static async Task FillAsync(ClientChannel channel)
    {
        ReadRequest[] requests =
        [
            new ReadRequest { NodesToRead = [.. Enumerable.Repeat(new ReadValueId(new NodeId(7)), 2_000)] },
            new ReadRequest(),
        ];
        for (int rounds = 0; rounds < 10; rounds++)
        {
            foreach (ReadRequest request in requests)
            {
                while (!channel.CallAsync<ReadResponse>(request).IsFaulted)
                    rounds = 0;
            }

            await Task.Delay(20);
        }
    }

    /// <summary>Receives until the client ends, and sends nothing.</summary>
    private static async Task Listen(ScriptedConnection connection)
    {
        await connection.Receive();
        await connection.Receive();
    }
}
