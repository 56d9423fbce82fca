using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Server;
using Pooling.OpcUa.Security;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Client;

/// <summary>Tests servers that are too busy to accept a client at first.</summary>
public sealed class BusyServerTests
{
    private static readonly ClientOptions s_options = new()
    {
        RequestTimeout = TimeSpan.FromSeconds(60),
        ConnectTimeout = TimeSpan.FromSeconds(60),
        ReconnectDelay = TimeSpan.FromMilliseconds(10),
    };

    /// <summary>Gets the steps at which a server may report that.</summary>
    public static TheoryData<string> Places => ["HEL", "OPN", "CreateSession", "ActivateSession"];

    [Theory]
    [MemberData(nameof(Places))]
    public async Task ConnectAsync_ServerThatIsBusyAtFirst_Connects(string place)
    {
        await using var server = new ScriptedServer(Busy(place, times: 3));
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);

        Assert.Equal((4, ClientState.Connected), (server.Connections, client.State));
    }

    [Theory]
    [InlineData("HEL")]
    [InlineData("OPN")]
    public async Task GetEndpointsAsync_ServerThatIsBusyAtFirst_ReturnsThem(string place)
    {
        await using var server = new ScriptedServer(Busy(place, times: 3));

        Assert.Empty(await UaClient.GetEndpointsAsync(server.Url, s_options));
        Assert.Equal(4, server.Connections);
    }

    [Fact]
    public Task ConnectAsync_ServerThatStaysBusy_ThrowsInTime() => Task.WhenAll(
        Places.Select(static place => place.Data).Select(static async place => // all at once, to save time
        {
            await using var server = new ScriptedServer(Busy(place, times: int.MaxValue));
            ClientOptions options = s_options with
            {
                ConnectTimeout = TimeSpan.FromSeconds(20),
                ReconnectDelay = TimeSpan.FromMilliseconds(100),
            };

            ServiceException exception = await Assert.ThrowsAsync<ServiceException>(
                () => UaClient.ConnectAsync(server.Url, options).WaitAsync(TimeSpan.FromSeconds(60)));
            Assert.Equal((place, StatusCodes.BadTcpServerTooBusy), (place, exception.Status));
            Assert.InRange(server.Connections, 2, 10); // with delays that double
        }));

    [Fact]
    public async Task ConnectAsync_CanceledWhileItWaits_IsCanceled()
    {
        await using var server = new ScriptedServer(Busy("HEL", times: int.MaxValue));
        using var cancellation = new CancellationTokenSource();
        Task<UaClient> connecting = UaClient.ConnectAsync(
            server.Url, s_options with { ReconnectDelay = TimeSpan.FromSeconds(30) }, cancellation.Token);
        await Wait.Until(() => server.Connections == 1 || connecting.IsCompleted);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => connecting.WaitAsync(TimeSpan.FromSeconds(20)));
    }

    [Fact]
    public async Task ConnectAsync_RefusedForAnotherReason_IsNotTriedAgain()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.Receive();
            await connection.SendRaw(ScriptedConnection.Chunk(
                "ERRF", ScriptedConnection.Numbers(StatusCodes.BadTcpEndpointUrlInvalid.Code, uint.MaxValue)));
            await connection.Receive();
        });

        await Assert.ThrowsAsync<ServiceException>(() => UaClient.ConnectAsync(server.Url, s_options));
        Assert.Equal(1, server.Connections);
    }

    [Fact]
    public async Task ConnectAsync_ManyAtOnceWithSecurity_AllConnect()
    {
        OpcUaServer server = SecuredServer.Start(limits: ServerTest.Patient with { KeyUsesPerSecondAndAddress = 20 });
        ClientOptions options = SecuredServer.Client(MessageSecurityMode.Sign) with
        {
            RequestTimeout = TimeSpan.FromMinutes(2),
            ConnectTimeout = TimeSpan.FromMinutes(2),
        };
        var refused = new ConcurrentQueue<ServiceException>();
        await Parallel.ForAsync(0, 60, new ParallelOptions { MaxDegreeOfParallelism = 60 }, async (_, cancellation) =>
        {
            try
            {
                await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, options, cancellation);
            }
            catch (ServiceException exception)
            {
                refused.Enqueue(exception);
            }
        });

        Assert.True(refused.IsEmpty, $"{refused.Count} of 60 were refused, as with {refused.FirstOrDefault()?.Status}.");
        await SecuredServer.EndAsync(server);
    }

    private static Func<ScriptedConnection, Task> Busy(string place, int times)
    {
        int left = times;
        return async connection =>
        {
            bool isBusy = Interlocked.Decrement(ref left) >= 0;
            var fault = new ServiceFault { Header = { ServiceResult = StatusCodes.BadTcpServerTooBusy } };
            if (isBusy && place == "HEL")
            {
                await connection.Receive();
                byte[] reason = [.. ScriptedConnection.Numbers(StatusCodes.BadTcpServerTooBusy.Code, 4), .. "busy"u8];
                await connection.SendRaw(ScriptedConnection.Chunk("ERRF", reason));
                await connection.Receive();
                return;
            }

            if (isBusy && place == "OPN")
                connection.Alter = body => body.Length == 20 ? body : ScriptedConnection.Encode(fault);

            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                if (request is GetEndpointsRequest)
                {
                    await connection.Respond(id, new GetEndpointsResponse());
                    return true;
                }

                if (!isBusy || request.GetType().Name != $"{place}Request")
                    return false;

                await connection.Respond(id, fault);
                return true;
            });
        };
    }
}
