using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Browsing;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Views;
using OpcUa.Server;
using Pooling.OpcUa.Client;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Browsing;

public sealed class AddressSpaceWalkTests : ServerTest, IReferenceHandler
{
    private const int Variables = 500;
    private const int Others = 52; // folders, types, and the nodes that clients request from a server

    private static readonly NodeId s_root = new(84);

    private readonly List<string> _names = [];
    private Exception? _thrown;

    void IReferenceHandler.OnReference(in ReferenceView reference)
    {
        if (_thrown is not null)
            throw _thrown;

        string name = System.Text.Encoding.UTF8.GetString(reference.BrowseName);
        Assert.Equal(name, System.Text.Encoding.UTF8.GetString(reference.DisplayName));
        Assert.True(reference.Locale.IsEmpty);
        _names.Add($"{reference.ReferenceTypeId} {reference.IsForward} {reference.NodeId.NodeId} {reference.BrowseNamespace}:{name} "
            + $"{reference.NodeClass} {reference.TypeDefinition.NodeId}");
    }

    [Theory]
    [InlineData(true, 1_000, 1_000u, 16)]
    [InlineData(false, 1_000, 1_000u, 16)]
    [InlineData(true, 7, 3u, 1)]
    [InlineData(false, 7, 3u, 1)]
    [InlineData(true, 1, 0u, 1)]
    public Task RunAsync_InStepsOfAnyLength_FindsEachNodeOnce(bool isPooled, int nodesPerCall, uint referencesPerNode, int places) =>
        Serve(async server =>
        {
            await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
            IBrowsePath path = PathOf(client, isPooled);
            var walk = new AddressSpaceWalk(
                path, new WalkOptions { NodesPerCall = nodesPerCall, ReferencesPerNode = referencesPerNode });
            for (int round = 0; round < 2; round++)
            {
                _names.Clear();
                await walk.RunAsync(s_root);
                Assert.Equal(Variables + Others, walk.Nodes.Count);
                Assert.Equal(Variables + Others - 1, walk.References); // each but the root, by its parent
                Assert.Equal(walk.Nodes.Count, walk.Nodes.Distinct().Count());
                Assert.Equal(walk.References, _names.Distinct().Count());
                Assert.Contains("i=47 True ns=2;s=Frozen 2:Frozen 2 i=63", _names);
                Assert.Contains($"i=35 True ns=2;i={Variables} 2:Variable{Variables} 2 i=63", _names);
            }

            Assert.Equal(0, Places(server));
            (path as IDisposable)?.Dispose();
        }, Patient with { ContinuationPoints = places, References = 100 }, nodes: Variables);

    [Fact]
    public Task RunAsync_MoreBrowsesThanPlaces_BrowsesTheRestAlone() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
        using var path = new PooledReferences(client, this);
        var walk = new AddressSpaceWalk(path, new WalkOptions { ReferencesPerNode = 1 });

        await walk.RunAsync(s_root);

        Assert.Equal(Variables + Others, walk.Nodes.Count);
        Assert.InRange(walk.Refused, 1, 10); // server and simulation both continue, and there is one continuation point
    }, Patient with { ContinuationPoints = 1 }, nodes: Variables);

    [Fact]
    public Task RunAsync_TooManyNodes_ThrowsAndLeavesNoPlaces() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
        using var path = new PooledReferences(client, this);
        var walk = new AddressSpaceWalk(path, new WalkOptions { MaxNodes = 100, ReferencesPerNode = 200 });
        for (int round = 0; round < 3; round++)
        {
            ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => walk.RunAsync(s_root));
            Assert.Equal(StatusCodes.BadEncodingLimitsExceeded, exception.Status);
            Assert.Equal(0, Places(server));
        }
    }, Patient with { ContinuationPoints = 1 }, nodes: Variables);

    [Fact]
    public Task RunAsync_HandlerThrows_ThrowsToTheCaller() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
        using var path = new PooledReferences(client, this);
        var walk = new AddressSpaceWalk(path);
        _thrown = new InvalidOperationException("of the application");

        Assert.Same(_thrown, await Assert.ThrowsAsync<InvalidOperationException>(() => walk.RunAsync(s_root)));

        _thrown = null;
        await walk.RunAsync(s_root); // the connection can still be used
        Assert.Equal(Variables + Others, walk.Nodes.Count);
    }, nodes: Variables);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task RunAsync_UnknownNode_Throws(bool isPooled) => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, PatientClient);
        var walk = new AddressSpaceWalk(PathOf(client, isPooled));

        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => walk.RunAsync(new NodeId(999_999)));
        Assert.Equal(StatusCodes.BadNodeIdUnknown, exception.Status);
    });

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task RunAsync_EndlessSteps_Throws(bool isPooled)
    {
        var empty = new BrowseResult(StatusCode.Good, [1], []);
        await using ScriptedServer server = Answering(empty);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, PatientClient);
        var walk = new AddressSpaceWalk(PathOf(client, isPooled));

        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => walk.RunAsync(s_root));
        Assert.Equal(StatusCodes.BadUnknownResponse, exception.Status);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task RunAsync_CycleAndForeignServers_FindsWhatCanBeAsked(bool isPooled)
    {
        BrowseResult result = new(StatusCode.Good, null,
        [
            Reference(new ExpandedNodeId(s_root)),
            Reference(new ExpandedNodeId(new NodeId(1), "urn:other")),
            Reference(new ExpandedNodeId(new NodeId(2), null, 3)),
        ]);
        await using ScriptedServer server = Answering(result);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, PatientClient);
        var walk = new AddressSpaceWalk(PathOf(client, isPooled));

        await walk.RunAsync(s_root);

        Assert.Equal([s_root], walk.Nodes);
        Assert.Equal(3, walk.References);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task RunAsync_OtherCountOfResults_Throws(bool isPooled)
    {
        BrowseResult result = new(StatusCode.Good);
        await using ScriptedServer server = Answering(result, result);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, PatientClient);
        var walk = new AddressSpaceWalk(PathOf(client, isPooled));

        Exception? exception = await Record.ExceptionAsync(() => walk.RunAsync(s_root));
        Assert.True(exception is DecodingException or ServiceException, $"{exception}");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task RunAsync_PlaceThatTheServerFreed_BrowsesItsNodeAgain(bool isPooled)
    {
        int third = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                if (request is BrowseRequest { NodesToBrowse: var nodes })
                    await connection.Respond(id, new BrowseResponse { Results = [.. nodes.Select(Browse)] });
                else if (request is BrowseNextRequest { ContinuationPoints: var points })
                    await connection.Respond(id, new BrowseNextResponse { Results = [.. points.Select(Continue)] });

                return request is BrowseRequest or BrowseNextRequest;
            });
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, PatientClient);
        var walk = new AddressSpaceWalk(PathOf(client, isPooled));

        await walk.RunAsync(s_root);

        Assert.Equal([s_root, .. new uint[] { 1, 2, 3, 21, 31, 22, 32 }.Select(id => new NodeId(id))], walk.Nodes);
        Assert.Equal((2, 1), (third, walk.Refused));

        BrowseResult Browse(BrowseDescription from) => from.NodeId.Number switch
        {
            84 => Result(null, 1, 2, 3),
            2 => Result([2], 21),
            3 when ++third == 1 => Result([3], 31),
            3 => Result(null, 31, 32),
            _ => Result(null),
        };

        BrowseResult Continue(byte[]? place) =>
            place is [2] ? Result(null, 22) : new BrowseResult(StatusCodes.BadContinuationPointInvalid);

        BrowseResult Result(byte[]? place, params uint[] targets) =>
            new(StatusCode.Good, place, [.. targets.Select(id => Reference(new ExpandedNodeId(new NodeId(id))))]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task RunAsync_PlacesThatTheServerAlwaysFrees_Throws(bool isPooled)
    {
        await using ScriptedServer server = FreeingPlaces(times: int.MaxValue);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, PatientClient);
        var walk = new AddressSpaceWalk(PathOf(client, isPooled));

        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => walk.RunAsync(s_root));
        Assert.Equal(StatusCodes.BadContinuationPointInvalid, exception.Status);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(int.MaxValue)]
    public async Task BrowseAsync_PlaceThatTheServerFreed_BrowsesAgain(int times)
    {
        await using ScriptedServer server = FreeingPlaces(times);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, PatientClient);

        Task<List<ReferenceDescription>> browse = client.BrowseAsync(new BrowseDescription(s_root));

        if (times == 1)
        {
            Assert.Equal(2, (await browse).Count); // each reference once
            return;
        }

        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => browse);
        Assert.Equal(StatusCodes.BadContinuationPointInvalid, exception.Status);
    }

    /// <summary>Starts a server whose nodes have two references each, in two steps. It frees the first continuation
    /// points.</summary>
    private static ScriptedServer FreeingPlaces(int times) => new(async connection =>
    {
        BrowseResult complete = new(StatusCode.Good, null, [Reference(new ExpandedNodeId(s_root))]);
        BrowseResult first = complete with { ContinuationPoint = [1] };
        await connection.ShakeHands();
        await connection.Serve(async (id, request) =>
        {
            if (request is BrowseRequest)
                await connection.Respond(id, new BrowseResponse { Results = [first] });
            else if (request is BrowseNextRequest)
                await connection.Respond(id, new BrowseNextResponse { Results = [NextResult()] });

            return request is BrowseRequest or BrowseNextRequest;
        });

        BrowseResult NextResult() => times-- > 0 ? new BrowseResult(StatusCodes.BadContinuationPointInvalid) : complete;
    });

    private static ReferenceDescription Reference(ExpandedNodeId target) =>
        new(new NodeId(35), true, target, new QualifiedName(0, "x"), new LocalizedText(null, "x"), 1, default);

    private static ScriptedServer Answering(params BrowseResult[] results) => new(async connection =>
    {
        await connection.ShakeHands();
        await connection.Serve(async (id, request) =>
        {
            if (request is BrowseRequest)
                await connection.Respond(id, new BrowseResponse { Results = results });
            else if (request is BrowseNextRequest)
                await connection.Respond(id, new BrowseNextResponse { Results = results });

            return request is BrowseRequest or BrowseNextRequest;
        });
    });

    /// <summary>Returns the number of continuation points of the only session.</summary>
    private static int Places(OpcUaServer server) => Assert.Single(server.Context.Sessions.All).Continuations.Count;

    private IBrowsePath PathOf(UaClient client, bool isPooled) => isPooled
        ? new PooledReferences(client, this)
        : new BeforeReferences(client, reference => _names.Add(
            $"{reference.ReferenceTypeId} {reference.IsForward} {reference.NodeId.NodeId} {reference.BrowseName.NamespaceIndex}:"
            + $"{reference.BrowseName.Name} {reference.NodeClass} {reference.TypeDefinition.NodeId}"));
}
