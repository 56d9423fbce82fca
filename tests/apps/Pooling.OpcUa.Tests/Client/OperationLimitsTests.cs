using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Browsing;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Services.Views;

namespace Pooling.OpcUa.Client;

/// <summary>Tests a server that refuses requests with more operations than its limits.</summary>
public sealed class OperationLimitsTests : INotificationHandler, IReferenceHandler
{
    private const int Nodes = 10;

    private static readonly ClientOptions s_options = new()
    {
        RequestTimeout = TimeSpan.FromSeconds(60),
        KeepAliveInterval = TimeSpan.FromMinutes(1), // which would be one more request
        Reconnects = false,
    };

    private static readonly NodeId[] s_nodes = [.. Enumerable.Range(1, Nodes).Select(static i => new NodeId((uint)i, 2))];

    private readonly ConcurrentQueue<int> _sizes = []; // of requests after the connect
    private DataValue _limit;
    private int _most = int.MaxValue;

    /// <summary>Gets values that do not limit anything.</summary>
    public static TheoryData<string> NoLimits => ["0", "-1", "NaN", "1e300", "text", "array", "null", "bad", "refused"];

    void INotificationHandler.OnDataChange(in DataChange change)
    {
    }

    void IReferenceHandler.OnReference(in ReferenceView reference)
    {
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(10)]
    public Task ReadAsync_MoreThanTheServerTakes_IsSplit(int limit) => Run(limit, async client =>
    {
        DataValue[] values = await client.ReadAsync(s_nodes);

        Assert.Equal(Enumerable.Range(1, Nodes).Select(static i => (uint)i), values.Select(static value => value.Value.Get<uint>()));
        AssertSplit(limit);
    });

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(10)]
    public Task WriteAsync_MoreThanTheServerTakes_IsSplit(int limit) => Run(limit, async client =>
    {
        StatusCode[] results = await client.WriteAsync(
            s_nodes.Select(static node => new WriteValue(node, AttributeIds.Value, null, new DataValue(1.0))));

        Assert.Equal(s_nodes.Select(static node => new StatusCode(node.Number)), results);
        AssertSplit(limit);
    });

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(10)]
    public Task ReadAsync_OfANodeReader_IsSplit(int limit) => Run(limit, async client =>
    {
        using var reader = new NodeReader(client, s_nodes);
        for (int round = 0; round < 3; round++)
        {
            _sizes.Clear();
            await reader.ReadAsync();

            Assert.Equal(
                Enumerable.Range(1, Nodes).Select(static i => (uint)i),
                reader.Values.ToArray().Select(static value => value.Value.Get<uint>()));
            AssertSplit(limit);
        }
    });

    [Theory]
    [InlineData(1, true)]
    [InlineData(3, true)]
    [InlineData(3, false)]
    public Task RunAsync_OfAWalk_AsksForNoMoreThanTheServerTakes(int limit, bool isPooled) => Run(limit, async client =>
    {
        IBrowsePath path = isPooled ? new PooledReferences(client, this) : new BeforeReferences(client, static _ => { });
        var walk = new AddressSpaceWalk(path);
        await walk.RunAsync(new NodeId(85));

        Assert.Equal(Nodes + 1, walk.Nodes.Count);
        Assert.InRange(_sizes.Max(), 1, limit);
    });

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public Task Items_MoreThanTheServerTakes_AreAddedAndRemovedInParts(int limit) => Run(limit, async client =>
    {
        Subscription subscription = await client.SubscribeAsync(this);
        MonitoredItem[] items = await subscription.AddItemsAsync(s_nodes.Select(static node => new MonitoredItemSettings(node)));

        Assert.Equal(Enumerable.Range(1, Nodes).Select(static i => (uint)i), items.Select(static item => item.MonitoredItemId));
        AssertSplit(limit);
        _sizes.Clear();
        await subscription.RemoveItemsAsync(items);
        AssertSplit(limit);
    });

    [Theory]
    [MemberData(nameof(NoLimits))]
    public async Task ReadAsync_LimitThatIsNone_IsNotSplit(string limit)
    {
        _limit = limit switch
        {
            "0" => new DataValue(0u),
            "-1" => new DataValue(-1),
            "NaN" => new DataValue(double.NaN),
            "1e300" => new DataValue(1e300),
            "text" => new DataValue("500"),
            "array" => new DataValue(Variant.FromArray<uint>([1, 2])),
            "bad" => new DataValue(1u, StatusCodes.BadNodeIdUnknown),
            _ => default,
        };
        await Run(limit == "refused" ? -1 : null, async client =>
        {
            Assert.Equal(Nodes, (await client.ReadAsync(s_nodes)).Length);
            Assert.Equal([Nodes], _sizes);
        });
    }

    private void AssertSplit(int limit)
    {
        int[] expected = [.. Enumerable.Repeat(limit, Nodes / limit), .. Nodes % limit == 0 ? Array.Empty<int>() : [Nodes % limit]];
        Assert.Equal(expected, _sizes);
    }

    /// <param name="limit">The limit; -1 to refuse the request for it, <see langword="null"/> for none, but with the value of the
    /// field.</param>
    /// <param name="test">The test.</param>
    private async Task Run(int? limit, Func<UaClient, Task> test)
    {
        if (limit > 0)
            (_limit, _most) = (new DataValue((uint)limit), limit.Value);

        await using var server = new ScriptedServer(connection => Serve(connection, refuses: limit == -1));
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        _sizes.Clear();
        await test(client);
    }

    private async Task Serve(ScriptedConnection connection, bool refuses)
    {
        await connection.ShakeHands();
        uint items = 0;
        await connection.Serve(async (id, request) =>
        {
            int size = request switch
            {
                ReadRequest read => read.NodesToRead.Length,
                WriteRequest write => write.NodesToWrite.Length,
                BrowseRequest browse => browse.NodesToBrowse.Length,
                CreateMonitoredItemsRequest create => create.ItemsToCreate.Length,
                DeleteMonitoredItemsRequest delete => delete.MonitoredItemIds.Length,
                _ => 0,
            };
            if (size == 0)
                return false;

            _sizes.Enqueue(size);
            await connection.Respond(id, size > _most ? Fault(StatusCodes.BadTooManyOperations) : request switch
            {
                ReadRequest { NodesToRead: var nodes } when refuses && nodes[0].NodeId.NamespaceIndex == 0 =>
                    Fault(StatusCodes.BadUserAccessDenied),
                ReadRequest read => new ReadResponse { Results = [.. read.NodesToRead.Select(Value)] },
                WriteRequest write => new WriteResponse
                {
                    Results = [.. write.NodesToWrite.Select(static one => new StatusCode(one.NodeId.Number))],
                },
                BrowseRequest browse => new BrowseResponse { Results = [.. browse.NodesToBrowse.Select(Browsed)] },
                CreateMonitoredItemsRequest create => new CreateMonitoredItemsResponse
                {
                    Results = [.. create.ItemsToCreate.Select(_ => new MonitoredItemCreateResult(default, ++items, 0, 1))],
                },
                _ => new DeleteMonitoredItemsResponse { Results = [.. Enumerable.Repeat(StatusCode.Good, size)] },
            });
            return true;
        });
    }

    private static ServiceFault Fault(StatusCode status) => new() { Header = { ServiceResult = status } };

    private DataValue Value(ReadValueId node) => node.NodeId.NamespaceIndex == 0 ? _limit : new DataValue(node.NodeId.Number);

    private static BrowseResult Browsed(BrowseDescription from) => new(
        default, null,
        [
            .. from.NodeId == new NodeId(85)
                ? s_nodes.Select(static node => new ReferenceDescription(
                    new NodeId(35), true, new ExpandedNodeId(node), default, default, 2, default))
                : [],
        ]);
}
