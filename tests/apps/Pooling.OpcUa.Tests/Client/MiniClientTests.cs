using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Client;

public sealed class MiniClientTests : INotificationHandler
{
    private long _values;

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        foreach (MonitoredItemNotification notification in change)
        {
            if (change.TryGetItem(notification, out _))
                _values++;
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SubscribeAsync_EitherPath_BringsValues(bool isPooled)
    {
        await using OpcUaServer server = Start(nodes: 100, rate: 1_000);
        var before = new BeforeNotifications();
        before.Notification += (_, _) => _values++;
        MiniClient client = await MiniClient.ConnectAsync(server.EndpointUrl, isPooled ? new PooledNotifications(this) : before);
        await client.SubscribeAsync(Enumerable.Range(1, 100).Select(static i => new NodeId((uint)i, 2)), publishingInterval: 50);
        while (Volatile.Read(ref _values) < 1_000)
            await Task.Delay(10);

        var read = new ReadRequest { NodesToRead = [new ReadValueId(new NodeId(1, 2))] };
        Assert.True((await client.CallAsync<ReadResponse>(read)).Results[0].Value.Get<double>() > 0);
        Assert.Equal(100, client.Items.Count);
        await client.DisposeAsync();
        Assert.Equal(client.Notifications, _values);
    }

    [Fact]
    public async Task CallAsync_RefusedByTheServer_Throws()
    {
        await using OpcUaServer server = Start(nodes: 1, rate: 0);
        await using MiniClient client = await MiniClient.ConnectAsync(server.EndpointUrl, new BeforeNotifications());

        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => client.CallAsync<ReadResponse>(new ReadRequest()));
        Assert.Equal(StatusCodes.BadNothingToDo, exception.Status);
    }

    [Fact]
    public async Task CallAsync_MalformedResponse_Throws()
    {
        await using var server = new ScriptedServer(static async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                if (request is not ReadRequest)
                    return false;

                await connection.Send("MSGF", id, ScriptedConnection.Encode(new ReadResponse())[..^6]);
                return true;
            });
        });
        await using MiniClient client = await MiniClient.ConnectAsync(server.Url, new BeforeNotifications());
        var read = new ReadRequest { NodesToRead = [new ReadValueId(new NodeId(1, 2))] };

        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(
            () => client.CallAsync<ReadResponse>(read).WaitAsync(TimeSpan.FromSeconds(30)));
        Assert.Equal(StatusCodes.BadDecodingError, exception.Status);
    }

    private static OpcUaServer Start(int nodes, int rate) => OpcUaServer.Start(
        new OpcUaServerOptions { Port = 0, Nodes = nodes, Rate = rate, Limits = ServerTest.Patient });
}
