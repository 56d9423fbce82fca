using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;

namespace Pooling.OpcUa.Server;

/// <summary>Tests messages that are kept until the client has acknowledged them, even if its connection is lost.</summary>
public class RepublishTests : ServerTest
{
    [Fact]
    public Task Republish_UntilAcknowledged_GivesTheMessageAgain() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        await client.MonitorAsync(id, ServerClient.Item(1));
        await client.PublishAsync();
        await client.WriteAsync(ServerClient.Variable(1), 9.0);
        Published second = await client.PublishAsync();
        Assert.Equal([1, 2], second.Available);
        Assert.Equal(2, server.GetStatistics().SentMessages);

        Assert.Equal(2u, await client.RepublishAsync(id, 2));
        Assert.Equal(StatusCodes.BadMessageNotAvailable, await client.FaultAsync(
            new RepublishRequest { SubscriptionId = id, RetransmitSequenceNumber = 3 }));
        Assert.Equal(StatusCodes.BadSubscriptionIdInvalid, await client.FaultAsync(
            new RepublishRequest { SubscriptionId = id + 1, RetransmitSequenceNumber = 2 }));

        await client.WriteAsync(ServerClient.Variable(1), 10.0);
        Published third = await client.PublishAsync(
            second.Acknowledgement, second.Acknowledgement,
            new SubscriptionAcknowledgement(id, 99), new SubscriptionAcknowledgement(id + 1, 1));
        Assert.Equal(
            [
                StatusCode.Good, StatusCodes.BadSequenceNumberUnknown,
                StatusCodes.BadSequenceNumberUnknown, StatusCodes.BadSubscriptionIdInvalid,
            ],
            third.Results);
        Assert.Equal([1, 3], third.Available);
    });

    [Fact]
    public Task SentMessages_NeverAcknowledged_AreBounded() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        await client.MonitorAsync(id, ServerClient.Item(1));
        Published published = await client.PublishAsync();
        for (int i = 1; i <= 10; i++)
        {
            await client.WriteAsync(ServerClient.Variable(1), (double)i);
            published = await client.PublishAsync();
        }

        Assert.Equal([8, 9, 10, 11], published.Available);
        Assert.Equal(4, server.GetStatistics().SentMessages);
    }, Patient with { SentMessages = 4 });
    [Fact]
    public Task Reconnect_SubscriptionContinues() => Serve(async server =>
    {
        ServerClient lost = await ServerClient.JoinAsync(server);
        uint id = (await lost.SubscribeAsync(interval: 50)).SubscriptionId;
        await lost.MonitorAsync(id, ServerClient.Item(1, queue: 100));
        await lost.PublishAsync();
        _ = lost.PostPublishAsync(); // waits, and is never answered
        await lost.DisposeAsync();
        server.Freeze();

        await using ServerClient client = await ServerClient.OpenAsync(server);
        client.Token = lost.Token;
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await client.FaultAsync(new PublishRequest()));
        await client.CallAsync<ActivateSessionResponse>(
            new ActivateSessionRequest());
        Assert.Equal(1u, await client.RepublishAsync(id, 1));
        const double Last = 1e9;
        await client.WriteAsync(ServerClient.Variable(1), Last);
        for (double value = 0; value != Last;)
        {
            foreach ((_, double next, _) in (await client.PublishAsync()).Values)
                value = next;
        }
    }, rate: 1000);
}
