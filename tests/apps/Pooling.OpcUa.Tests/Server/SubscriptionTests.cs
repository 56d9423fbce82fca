using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server;
using OpcUa.Server.Sessions;

namespace Pooling.OpcUa.Server;

public class SubscriptionTests : ServerTest
{
    [Fact]
    public Task Publish_EachChangeOfEachItem_ComesOnceAndInOrder() => Serve(async server =>
    {
        const int Items = 50;
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        await client.MonitorAsync(id, [.. Enumerable.Range(1, Items).Select(i => ServerClient.Item((uint)i, queue: 1000))]);
        var last = new double[Items + 1];
        Array.Fill(last, double.NaN);
        uint sequence = 0;
        SubscriptionAcknowledgement[] acknowledgements = [];
        for (bool isFrozen = false; ;)
        {
            Published published = await client.PublishAsync(acknowledgements);
            Assert.Equal(++sequence, published.SequenceNumber);
            Assert.All(published.Results, result => Assert.Equal(StatusCode.Good, result));
            Assert.Equal([published.SequenceNumber], published.Available);
            acknowledgements = [published.Acknowledgement];
            foreach ((uint handle, double value, _) in published.Values)
            {
                Assert.True(double.IsNaN(last[handle]) || value == last[handle] + 1, $"{value} follows {last[handle]}.");
                last[handle] = value;
            }

            if (sequence == 50)
            {
                server.Freeze();
                isFrozen = true;
            }

            if (isFrozen && Enumerable.Range(1, Items).All(i => last[i] == server.GetVariable(i).Value))
                break;
        }

        Assert.Equal(0, server.GetStatistics().Overflows);
    }, rate: 5000);

    [Fact]
    public Task Publish_NothingChanged_KeepsAliveWithTheNextNumber() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(keepAlive: 3)).SubscriptionId;
        for (int i = 0; i < 3; i++)
        {
            Published published = await client.PublishAsync();
            Assert.Equal((id, 1u, 0), (published.SubscriptionId, published.SequenceNumber, published.Values.Length));
            Assert.Empty(published.Available);
        }

        await client.MonitorAsync(id, ServerClient.Item(1));
        Published first = await client.PublishAsync();
        while (first.Values.Length == 0)
            first = await client.PublishAsync();

        Assert.Equal(1u, first.SequenceNumber);
    });

    [Theory]
    [InlineData(true, new double[] { 5, 6, 7 }, 0)]
    [InlineData(false, new double[] { 0, 1, 7 }, 2)]
    public Task Queue_Full_LosesAndMarks(bool discardOldest, double[] kept, int marked) => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId; // no message before it is requested
        await client.MonitorAsync(id, ServerClient.Item(1, queue: 3, discardOldest));
        for (int i = 1; i <= 7; i++)
            Assert.Equal(StatusCode.Good, await client.WriteAsync(ServerClient.Variable(1), (double)i));

        Assert.Equal(5, server.GetStatistics().Overflows);
        Published published = await PublishNowAsync(server, client);
        Assert.Equal(kept, published.Values.Select(value => value.Value)); // of 0 to 7
        for (int i = 0; i < 3; i++)
            Assert.Equal(i == marked ? StatusCodes.OverflowBits : 0, published.Values[i].Status.Code);
    });

    [Fact]
    public Task Queue_OfOne_HasTheNewestWithoutAMark() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        MonitoredItemCreateResult[] results = await client.MonitorAsync(id, ServerClient.Item(1, queue: 0));
        Assert.Equal(1u, results[0].RevisedQueueSize);
        await client.WriteAsync(ServerClient.Variable(1), 5.0);
        await client.WriteAsync(ServerClient.Variable(1), 6.0);
        Published published = await PublishNowAsync(server, client);
        Assert.Equal([(1u, 6.0, StatusCode.Good)], published.Values);
    });

    [Fact]
    public Task Queue_NoRoomInTheServer_StaysSmall() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        await client.MonitorAsync(id, ServerClient.Item(1, queue: 100), ServerClient.Item(2, queue: 100));
        for (int i = 1; i <= 50; i++)
        {
            await client.WriteAsync(ServerClient.Variable(1), (double)i);
            await client.WriteAsync(ServerClient.Variable(2), (double)i);
        }

        Assert.InRange(server.GetStatistics().QueuedValues, 1, 10);
        Published published = await PublishNowAsync(server, client);
        Assert.InRange(published.Values.Length, 2, 12);
        Assert.Equal(50, published.Values.Last(value => value.Handle == 1).Value);
    }, Patient with { QueuedValues = 10 });

    [Fact]
    public Task Deadband_SmallerChanges_AreNotReported() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        var filter = new DataChangeFilter(DataChangeTrigger.StatusValue, DeadbandType.Absolute, 10);
        await client.MonitorAsync(id, ServerClient.Item(1, queue: 100, filter: filter));
        foreach (double value in (double[])[5, 10, 10.5, 15, 20.5, 21, 0])
            await client.WriteAsync(ServerClient.Variable(1), value);

        Published published = await PublishNowAsync(server, client);
        Assert.Equal([0, 10.5, 21, 0], published.Values.Select(value => value.Value));
    });

    [Fact]
    public Task Items_ThatCannotBe_AreRefusedOneByOne() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        var percent = new DataChangeFilter(DataChangeTrigger.StatusValue, DeadbandType.Percent, 10);
        var odd = new DataChangeFilter((DataChangeTrigger)9);
        MonitoredItemCreateRequest item = ServerClient.Item(1);
        MonitoredItemCreateResult[] results = await client.MonitorAsync(
            id,
            ServerClient.Item(101),
            ServerClient.Item(1, filter: percent),
            ServerClient.Item(1, filter: odd),
            item with { ItemToMonitor = item.ItemToMonitor with { AttributeId = 3 } },
            item with { ItemToMonitor = item.ItemToMonitor with { IndexRange = "1:2" } },
            item with { MonitoringMode = (MonitoringMode)5 },
            item,
            ServerClient.Item(2),
            ServerClient.Item(3));
        Assert.Equal(
            [
                StatusCodes.BadNodeIdUnknown, StatusCodes.BadMonitoredItemFilterUnsupported, StatusCodes.BadMonitoredItemFilterInvalid,
                StatusCodes.BadAttributeIdInvalid, StatusCodes.BadIndexRangeInvalid, StatusCodes.BadMonitoringModeInvalid,
                StatusCode.Good, StatusCode.Good, StatusCodes.BadTooManyMonitoredItems,
            ],
            results.Select(result => result.StatusCode));
    }, Patient with { ItemsPerSubscription = 2 });

    [Fact]
    public Task Delete_WhilePublishWaits_FailsItFirst() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        Assert.Equal(StatusCodes.BadNoSubscription, (await client.PublishAsync()).Fault);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        Task<byte[]> one = client.PostPublishAsync();
        Task<byte[]> two = client.PostPublishAsync();
        DeleteSubscriptionsResponse deleted = await client.CallAsync<DeleteSubscriptionsResponse>(
            new DeleteSubscriptionsRequest { SubscriptionIds = [id, id] });
        uint[] answered = [.. client.Answered.TakeLast(3)];
        Assert.Equal(answered.Order(), answered); // the deletion was requested last
        Assert.Equal(StatusCodes.BadNoSubscription, Published.Decode(await one).Fault);
        Assert.Equal(StatusCodes.BadNoSubscription, Published.Decode(await two).Fault);
        Assert.Equal([StatusCode.Good, StatusCodes.BadSubscriptionIdInvalid], deleted.Results);
    });

    [Fact]
    public Task Publish_TooMany_AreRefusedAtOnce() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await client.SubscribeAsync(interval: 60_000);
        Task<byte[]>[] waiting = [client.PostPublishAsync(), client.PostPublishAsync()];
        Assert.Equal(StatusCodes.BadTooManyPublishRequests, (await client.PublishAsync()).Fault);
        Assert.DoesNotContain(waiting, one => one.IsCompleted);
    }, Patient with { PublishRequests = 2 });

    [Fact]
    public Task Publish_WaitsLongerThanTheClient_TimesOut() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await client.SubscribeAsync(interval: 60_000);
        var request = new PublishRequest();
        request.Header.TimeoutHint = 50;
        Assert.Equal(StatusCodes.BadTimeout, Published.Decode(await client.PostAsync(request)).Fault);
    });

    [Fact]
    public Task Publish_MoreThanFits_ComesInParts() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(most: 7)).SubscriptionId;
        await client.MonitorAsync(id, [.. Enumerable.Range(1, 20).Select(i => ServerClient.Item((uint)i))]);
        int[] counts = new int[3];
        for (int i = 0; i < 3; i++)
        {
            Published published = await client.PublishAsync();
            counts[i] = published.Values.Length;
            Assert.Equal(i < 2, published.IsMore);
        }

        Assert.Equal([7, 7, 6], counts);
    });

    [Fact]
    public Task Publish_ItemThatChangesFasterThanMessagesGo_LeavesEachOtherItsTurn() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(most: 1)).SubscriptionId;
        await client.MonitorAsync(
            id, ServerClient.Item(1, queue: 1000), ServerClient.Item(2, queue: 1000), ServerClient.Item(3, queue: 1000));
        var values = new List<double>[] { [], [], [], [] };
        for (int i = 0, written = 0; i < 30; i++)
        {
            for (int change = 0; change < 3; change++)
                await client.WriteAsync(ServerClient.Variable(1), (double)++written);

            await client.WriteAsync(ServerClient.Variable(2), (double)(i + 1));
            (uint handle, double value, _) = Assert.Single((await client.PublishAsync()).Values);
            values[handle].Add(value);
        }

        Assert.Equal([0], values[3]); // its first value, which never changes
        Assert.InRange(values[1].Count, 14, 15);
        Assert.Equal(Enumerable.Range(0, values[1].Count).Select(static i => (double)i), values[1]);
        Assert.Equal(Enumerable.Range(0, values[2].Count).Select(static i => (double)i), values[2]);
    });

    [Fact]
    public Task Publish_ItemsWithManyValuesEach_TakesOneOfEachInTurn() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        await client.MonitorAsync(id, ServerClient.Item(1, queue: 3), ServerClient.Item(2), ServerClient.Item(3, queue: 2));
        await client.WriteAsync(ServerClient.Variable(1), 1.0);
        await client.WriteAsync(ServerClient.Variable(1), 2.0);
        await client.WriteAsync(ServerClient.Variable(3), 1.0);

        Published published = await PublishNowAsync(server, client);
        Assert.Equal(
            [(1u, 0.0), (2u, 0.0), (3u, 0.0), (1u, 1.0), (3u, 1.0), (1u, 2.0)],
            published.Values.Select(static value => (value.Handle, value.Value)));
    });

    [Fact]
    public Task Publish_SubscriptionThatHasAlwaysMore_LeavesOthersOfItsPriorityTheirTurn() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint[] ids =
        [
            (await client.SubscribeAsync(most: 1)).SubscriptionId,
            (await client.SubscribeAsync(most: 1)).SubscriptionId,
        ];
        foreach (uint id in ids)
            await client.MonitorAsync(id, ServerClient.Item(1, queue: 1000));

        for (int i = 1; i <= 100; i++)
            await client.WriteAsync(ServerClient.Variable(1), (double)i);

        Tick(server, 60_000); // both are due
        var published = new List<uint>();
        for (int i = 0; i < 20; i++)
            published.Add((await client.PublishAsync()).SubscriptionId);

        Assert.Equal((10, 10), (published.Count(id => id == ids[0]), published.Count(id => id == ids[1])));
    });

    [Fact]
    public Task Lifetime_WithoutPublish_EndsTheSubscription() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        CreateSubscriptionResponse created = await client.SubscribeAsync(interval: 60_000, keepAlive: 2, lifetime: 1);
        Assert.Equal(6u, created.RevisedLifetimeCount);
        await client.MonitorAsync(created.SubscriptionId, ServerClient.Item(1));
        for (int interval = 1; interval <= 6; interval++)
        {
            Assert.Equal((1, 1), (server.GetStatistics().Subscriptions, server.GetStatistics().Items));
            Tick(server, interval * 120_000);
        }

        await Wait.Until(() => server.GetStatistics() is { Subscriptions: 0, Items: 0 });
        Assert.Equal(StatusCodes.BadNoSubscription, (await client.PublishAsync()).Fault);
    });

    /// <summary>Publishes waiting values long before the end of the interval.</summary>
    private static async Task<Published> PublishNowAsync(OpcUaServer server, ServerClient client)
    {
        Tick(server, 120_000);
        return await client.PublishAsync();
    }

    private static void Tick(OpcUaServer server, long later)
    {
        foreach (Session session in server.Context.Sessions.All)
        {
            lock (session.Gate)
                session.OnTick(Environment.TickCount64 + later);
        }
    }
}
