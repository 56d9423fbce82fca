using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Nodes;

namespace Pooling.OpcUa.Server;

/// <summary>Tests small requests with large results, whose bytes are counted while they are created.</summary>
public class ByteLimitTests : ServerTest
{
    private const int Nodes = 10_000;
    private const int ArrayBytes = Nodes * sizeof(uint);

    private static readonly NodeId s_changes = new("Changes", 2);

    [Fact]
    public Task Read_OfMoreThanAMessage_IsTooLargeAndTheSessionLives() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        Assert.Equal(StatusCodes.BadResponseTooLarge, await client.FaultAsync(ReadChanges(20_000)));
        Assert.Equal(20, (await client.CallAsync<ReadResponse>(ReadChanges(20))).Results.Length);
        await Wait.Until(() => server.GetStatistics().SendingBytes == 0);
    }, Patient with { Transport = Patient.Transport with { MaxSentMessageSize = 1 << 20 } }, nodes: Nodes);

    [Fact]
    public Task Read_OfMoreThanTheShareOfTheAddress_IsTooLargeAndTheSessionLives() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        Assert.Equal(StatusCodes.BadResponseTooLarge, await client.FaultAsync(ReadChanges(20_000)));
        Assert.Equal(20, (await client.CallAsync<ReadResponse>(ReadChanges(20))).Results.Length);
        await Wait.Until(() => server.GetStatistics().SendingBytes == 0);
    }, Patient with { Memory = new() { MaxSendingPerAddress = 2 << 20 } }, nodes: Nodes);

    [Fact]
    public Task Array_ThatSeveralAskFor_IsMadeOnceForEachChange() => Serve(server =>
    {
        AddressSpace space = server.Context.Space;
        IValueSource source = space.Find(s_changes)!.Source!;
        ReadOnlySpan<uint> first = source.Read().Value.GetSpan<uint>();
        Assert.True(first == source.Read().Value.GetSpan<uint>()); // not only equal, but the same memory

        lock (space.Lock)
            space.Variables[7].Write(new DataValue(5.0));

        ReadOnlySpan<uint> second = source.Read().Value.GetSpan<uint>();
        Assert.Equal((0u, 1u), (first[7], second[7]));
        Assert.True(second == source.Read().Value.GetSpan<uint>());
        return Task.CompletedTask;
    }, nodes: Nodes);

    [Fact]
    public Task Items_OfAnArray_TakeItsBytesUntilTheyAreDeleted() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync(interval: 60_000)).SubscriptionId;
        MonitoredItemCreateRequest item = ServerClient.Item(1);
        MonitoredItemCreateRequest[] items = [.. Enumerable.Repeat(item with { ItemToMonitor = new ReadValueId(s_changes) }, 50)];
        MonitoredItemCreateResult[] results = await client.MonitorAsync(id, items);
        Assert.Equal(10, results.Count(result => result.StatusCode == StatusCode.Good));
        Assert.Equal(40, results.Count(result => result.StatusCode == StatusCodes.BadTooManyMonitoredItems));
        Assert.Equal(10 * ArrayBytes, server.Context.Held.ValueBytes.Used);
        Assert.Equal(StatusCode.Good, (await client.MonitorAsync(id, item))[0].StatusCode); // numbers take no bytes

        uint[] deleted = [.. results[..5].Select(one => one.MonitoredItemId)];
        await client.CallAsync<DeleteMonitoredItemsResponse>(
            new DeleteMonitoredItemsRequest { SubscriptionId = id, MonitoredItemIds = deleted });
        Assert.Equal(5, (await client.MonitorAsync(id, items)).Count(result => result.StatusCode == StatusCode.Good));
    }, Patient with { ValueBytesPerSession = (10 * ArrayBytes) + 5 }, nodes: Nodes);

    [Fact]
    public Task Messages_OfArrays_AreCutToTheLengthThatBothEndsAccept() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        MonitoredItemCreateRequest item = ServerClient.Item(1) with { ItemToMonitor = new ReadValueId(s_changes) };
        await client.MonitorAsync(id, [.. Enumerable.Repeat(item, 30)]);
        int messages = 0;
        for (long bytes = 0; bytes < 30 * ArrayBytes; messages++)
        {
            byte[] body = await client.PostPublishAsync();
            Assert.InRange(body.Length, ArrayBytes, 10 * ArrayBytes);
            bytes += body.Length;
        }

        Assert.InRange(messages, 4, 6);
    }, Patient with { Transport = Patient.Transport with { MaxSentMessageSize = 8 * ArrayBytes } }, nodes: Nodes);

    [Fact]
    public Task Acknowledgements_MoreThanWereSent_AreRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint id = (await client.SubscribeAsync()).SubscriptionId;
        SubscriptionAcknowledgement[] many = [.. Enumerable.Repeat(new SubscriptionAcknowledgement(id, 9), 33)];
        Assert.Equal(StatusCodes.BadTooManyOperations, (await client.PublishAsync(many)).Fault);
        Assert.Equal(StatusCodes.BadSequenceNumberUnknown, Assert.Single((await client.PublishAsync(many[0])).Results));

        Task<byte[]> waiting = client.PostPublishAsync(many[..32]); // all waiting requests count together
        Assert.Equal(StatusCodes.BadTooManyOperations, (await client.PublishAsync(many[0])).Fault);
        await client.MonitorAsync(id, ServerClient.Item(1));
        Assert.Equal(32, Published.Decode(await waiting).Results.Length);
    });

    [Fact]
    public Task Write_OfAMessageThatBecomesLarge_IsRefusedBeforeItIsMade() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        var value = new DataValue(Variant.FromArray(new DataValue[900_000])); // a byte each, and 56 in memory
        Assert.Equal(StatusCodes.BadEncodingLimitsExceeded, await client.FaultAsync(
            new WriteRequest { NodesToWrite = [new WriteValue(ServerClient.Variable(1), AttributeIds.Value, null, value)] }));
        Assert.Equal(0.0, (await client.ReadAsync(ServerClient.Variable(1))).Value);
    });

    [Fact]
    public Task Operations_TooMany_AreRefusedAsTheNodesOfTheLimitsSay() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        foreach (uint node in new uint[] { 11705, 11707, 11710, 11714 })
            Assert.Equal(20u, (await client.ReadAsync(new NodeId(node))).Value);

        Assert.Equal(20, (await client.CallAsync<ReadResponse>(ReadChanges(20))).Results.Length);
        Assert.Equal(StatusCodes.BadTooManyOperations, await client.FaultAsync(ReadChanges(21)));
    }, Patient with { Operations = 20 });

    private static ReadRequest ReadChanges(int count) =>
        new() { NodesToRead = [.. Enumerable.Repeat(new ReadValueId(s_changes), count)] };
}
