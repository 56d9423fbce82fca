using System.Net.Sockets;
using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Sessions;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.ManySessions;

public sealed class AdmissionTests : ServerTest
{
    private static readonly NodeId s_variable = new(1, 2);

    [Fact]
    public Task Connections_OneTooMany_GetsThatTheServerIsBusy() => Serve(async server =>
    {
        await using UaClient first = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);

        ClientOptions once = PatientClient with { ConnectTimeout = TimeSpan.Zero };
        ServiceException refusal = await Assert.ThrowsAsync<ServiceException>(
            () => UaClient.ConnectAsync(server.EndpointUrl, once));
        Assert.Equal(StatusCodes.BadTcpServerTooBusy, refusal.Status);
        Assert.StartsWith("The server has reached its limit of connections.", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(1, server.GetStatistics().Refused);

        await first.ReadAsync(s_variable);
        await first.DisposeAsync();
        await Wait.Until(() => server.GetStatistics().Connections == 0);
        await using UaClient second = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
    }, Patient with { Connections = 1 });

    [Fact]
    public Task Sessions_OneTooMany_IsRefused() => Serve(async server =>
    {
        await using UaClient first = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);

        ServiceException refusal = await Assert.ThrowsAsync<ServiceException>(
            () => UaClient.ConnectAsync(server.EndpointUrl, PatientClient));
        Assert.Equal(StatusCodes.BadTooManySessions, refusal.Status);

        await first.ReadAsync(s_variable);
    }, Patient with { Sessions = 1 });

    [Fact]
    public Task Connections_FarTooMany_LeaveThoseThatAreInAlone() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
        var crowd = new List<Socket>();
        try
        {
            for (int i = 0; i < 300; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                crowd.Add(socket);
                await socket.ConnectAsync(server.EndPoint);
            }

            await Wait.Until(() => server.GetStatistics().Refused == crowd.Count);
            for (int i = 0; i < 100; i++)
                Assert.True((await client.ReadAsync(s_variable)).StatusCode.IsGood);

            Assert.Equal(1, server.GetStatistics().Connections);
            int answered = 0;
            foreach (Socket socket in crowd)
                answered += await IsAnswered(socket) ? 1 : 0;

            Assert.InRange(answered, 1, crowd.Count);
        }
        finally
        {
            crowd.ForEach(static socket => socket.Dispose());
        }
    }, Patient with { Connections = 1 });

    [Fact]
    public Task Endpoints_OfTwoNames_AreEachTheirOwn() => Serve(async server =>
    {
        string[] names = [server.EndpointUrl, server.EndpointUrl.Replace("127.0.0.1", "localhost", StringComparison.Ordinal)];
        for (int round = 0; round < 2; round++)
        {
            foreach (string name in names)
            {
                EndpointDescription[] endpoints = await UaClient.GetEndpointsAsync(name, PatientClient);
                Assert.Equal(name, Assert.Single(endpoints).EndpointUrl);
                Assert.Equal(name, Assert.Single(endpoints[0].Server.DiscoveryUrls!));
            }
        }
    });

    /// <summary>Reads to the end, which follows soon, with or without a reason.</summary>
    private static async Task<bool> IsAnswered(Socket socket)
    {
        byte[] received = new byte[200];
        int count = 0;
        try
        {
            using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
            while (await socket.ReceiveAsync(received.AsMemory(count), patience.Token) is > 0 and var more)
                count += more;
        }
        catch (SocketException)
        {
            // reset
        }

        return received.AsSpan(0, count).StartsWith("ERRF"u8);
    }
}
