using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;

namespace Pooling.OpcUa.Server;

/// <summary>Tests changes of existing subscriptions and items.</summary>
public class ModificationTests : ServerTest
{
    [Fact]
    public Task ModifyMonitoredItems_AShorterQueue_KeepsTheNewestAndMarksTheGap() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 200)).SubscriptionId;
        MonitoredItemCreateResult item = (await client.MonitorAsync(id, ServerClient.Item(1, queue: 100)))[0];
        await client.CallAsync<SetPublishingModeResponse>(new SetPublishingModeRequest { SubscriptionIds = [id] });
        for (int i = 1; i <= 10; i++)
            await client.WriteAsync(ServerClient.Variable(1), (double)i);

        var shorter = new MonitoringParameters(ClientHandle: 9, QueueSize: 3);
        ModifyMonitoredItemsResponse modified = await client.CallAsync<ModifyMonitoredItemsResponse>(new ModifyMonitoredItemsRequest
        {
            SubscriptionId = id,
            TimestampsToReturn = TimestampsToReturn.Both,
            ItemsToModify =
            [
                new MonitoredItemModifyRequest(item.MonitoredItemId, shorter),
                new MonitoredItemModifyRequest(999, shorter),
                new MonitoredItemModifyRequest(item.MonitoredItemId, shorter with
                {
                    Filter = new DataChangeFilter(DataChangeTrigger.StatusValue, DeadbandType.Absolute, -1).ToExtensionObject(),
                }),
            ],
        });
        Assert.Equal(
            [StatusCode.Good, StatusCodes.BadMonitoredItemIdInvalid, StatusCodes.BadDeadbandFilterInvalid],
            modified.Results.Select(result => result.StatusCode));
        Assert.Equal(3u, modified.Results[0].RevisedQueueSize);

        SetPublishingModeResponse on = await client.CallAsync<SetPublishingModeResponse>(
            new SetPublishingModeRequest { PublishingEnabled = true, SubscriptionIds = [id, 999] });
        Assert.Equal([StatusCode.Good, StatusCodes.BadSubscriptionIdInvalid], on.Results);
        Published published = await NextAsync(client);
        Assert.Equal([(9u, 8.0), (9u, 9.0), (9u, 10.0)], published.Values.Select(value => (value.Handle, value.Value)));
        Assert.Equal([StatusCodes.OverflowBits, 0u, 0u], published.Values.Select(value => value.Status.Code));
    });

    [Fact]
    public Task SetMonitoringMode_OffAndOn_ReportsTheValueOfThen() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        uint item = (await client.MonitorAsync(id, ServerClient.Item(1, queue: 10)))[0].MonitoredItemId;
        await NextAsync(client);
        StatusCode[] results = await SetAsync(client, id, MonitoringMode.Disabled, item, 999);
        Assert.Equal([StatusCode.Good, StatusCodes.BadMonitoredItemIdInvalid], results);
        for (int i = 1; i <= 5; i++)
            await client.WriteAsync(ServerClient.Variable(1), (double)i);

        Assert.Equal([StatusCode.Good], await SetAsync(client, id, MonitoringMode.Reporting, item));
        Assert.Equal([5.0], (await NextAsync(client)).Values.Select(value => value.Value));

        await SetAsync(client, id, MonitoringMode.Sampling, item);
        await client.WriteAsync(ServerClient.Variable(1), 6.0);
        await client.WriteAsync(ServerClient.Variable(1), 7.0);
        await SetAsync(client, id, MonitoringMode.Reporting, item);
        Assert.Equal([6.0, 7.0], (await NextAsync(client)).Values.Select(value => value.Value)); // the sampled values
    });

    [Fact]
    public Task SetMonitoringMode_ManyTimes_LeavesOneItem() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        uint[] items = [.. (await client.MonitorAsync(id, [.. Enumerable.Repeat(ServerClient.Item(1, queue: 50), 3)]))
            .Select(result => result.MonitoredItemId)];
        for (int i = 0; i < 30; i++)
        {
            await SetAsync(client, id, (MonitoringMode)(i % 3), items[i % 2]);
            await client.WriteAsync(ServerClient.Variable(1), (double)i);
        }

        foreach (uint item in items)
            await SetAsync(client, id, MonitoringMode.Reporting, item);

        await client.WriteAsync(ServerClient.Variable(1), 1000.0);
        int last = 0;
        while (last < 3) // each of them reports it once
            last += (await NextAsync(client)).Values.Count(value => value.Value == 1000);

        Assert.Equal(3, last);
        Assert.Equal(3, server.GetStatistics().Items);
    });

    [Fact]
    public Task ModifySubscription_ShorterInterval_PublishesByIt() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        await client.MonitorAsync(id, ServerClient.Item(1));
        var request = new ModifySubscriptionRequest { SubscriptionId = id, RequestedPublishingInterval = 20, Priority = 3 };
        ModifySubscriptionResponse modified = await client.CallAsync<ModifySubscriptionResponse>(request);

        Assert.Equal(20, modified.RevisedPublishingInterval);
        Assert.Equal((10u, 30u), (modified.RevisedMaxKeepAliveCount, modified.RevisedLifetimeCount));
        Assert.Single((await NextAsync(client)).Values);
        request.SubscriptionId = 999;
        Assert.Equal(StatusCodes.BadSubscriptionIdInvalid, await client.FaultAsync(request));
    });

    private static async Task<StatusCode[]> SetAsync(ServerClient client, uint subscription, MonitoringMode mode, params uint[] items) =>
        (await client.CallAsync<SetMonitoringModeResponse>(
            new SetMonitoringModeRequest { SubscriptionId = subscription, MonitoringMode = mode, MonitoredItemIds = items })).Results;

    /// <summary>Publishes until values arrive.</summary>
    private static async Task<Published> NextAsync(ServerClient client)
    {
        while (true)
        {
            Published published = await client.PublishAsync();
            Assert.Equal(StatusCode.Good, published.Fault);
            if (published.Values.Length > 0)
                return published;
        }
    }
}
