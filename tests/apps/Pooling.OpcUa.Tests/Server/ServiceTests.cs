using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Views;

namespace Pooling.OpcUa.Server;

public class ServiceTests : ServerTest
{
    private static readonly NodeId s_folder = new("Simulation", 2);

    [Fact]
    public Task Endpoints_AreTheSameEverywhere() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.OpenAsync(server);
        var listed = await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = "opc.tcp://me:1" });
        var created = await client.CallAsync<CreateSessionResponse>(new CreateSessionRequest { EndpointUrl = "opc.tcp://me:1" });
        EndpointDescription endpoint = Assert.Single(listed.Endpoints);
        Assert.Equal(("opc.tcp://me:1", "anonymous"), (endpoint.EndpointUrl, endpoint.UserIdentityTokens[0].PolicyId));
        Assert.Equal(endpoint.EndpointUrl, Assert.Single(created.ServerEndpoints).EndpointUrl);
        Assert.Equal(endpoint.SecurityPolicyUri, created.ServerEndpoints[0].SecurityPolicyUri);
        Assert.Equal(32, created.AuthenticationToken.Bytes!.Length);

        var unknown = await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = "http://me" });
        Assert.Equal(server.EndpointUrl, unknown.Endpoints[0].EndpointUrl);
    });

    [Fact]
    public Task Session_BeforeItIsActivatedAndAfterItIsClosed_IsOfNoUse() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.OpenAsync(server);
        var read = new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] };
        Assert.Equal(StatusCodes.BadSessionIdInvalid, await client.FaultAsync(read));
        await client.CreateSessionAsync();
        Assert.Equal(StatusCodes.BadSessionNotActivated, await client.FaultAsync(read));
        await client.CallAsync<ActivateSessionResponse>(new ActivateSessionRequest());
        await client.CallAsync<ReadResponse>(read);
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest());
        Assert.Equal(StatusCodes.BadSessionIdInvalid, await client.FaultAsync(read));
    });

    [Fact]
    public Task Session_OverAnotherConnection_MustBeActivatedThere() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await using ServerClient other = await ServerClient.OpenAsync(server);
        other.Token = client.Token;
        var read = new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] };
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await other.FaultAsync(read));
        await other.CallAsync<ActivateSessionResponse>(new ActivateSessionRequest());
        await other.CallAsync<ReadResponse>(read);
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await client.FaultAsync(read));
    });

    [Fact]
    public Task Session_NeverActivated_BelongsToItsConnection() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.OpenAsync(server);
        await using ServerClient other = await ServerClient.OpenAsync(server);
        await client.CreateSessionAsync();
        other.Token = client.Token;
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await other.FaultAsync(new ActivateSessionRequest()));
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await other.FaultAsync(new CloseSessionRequest()));
        await client.CallAsync<ActivateSessionResponse>(new ActivateSessionRequest());
        Assert.Equal(StatusCode.Good, (await client.ReadAsync(ServerClient.Variable(1))).StatusCode);
    });

    [Fact]
    public Task Session_Silent_TimesOut() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server, timeout: 60_000);
        await client.SubscribeAsync();
        server.Context.Sessions.EndLate(Environment.TickCount64 + 61_000);
        Assert.True(server.GetStatistics() is { Sessions: 0, Subscriptions: 0 });
        Assert.Empty(server.Context.Sessions.All);
        Assert.Equal(StatusCodes.BadSessionIdInvalid, (await client.PublishAsync()).Fault);

        await client.CreateSessionAsync(timeout: 1); // which the server ends by itself
        await Wait.Until(() => server.Context.Sessions.All.Length == 0);
    }, Patient with { SessionTimeout = (TimeSpan.FromSeconds(1), TimeSpan.FromMinutes(1)) });

    [Theory]
    [InlineData(321u, "anonymous", 0u)]
    [InlineData(321u, "other", 0x80200000u)]
    [InlineData(324u, "anonymous", 0x80210000u)]
    public Task ActivateSession_TakesAnonymousUsersOnly(uint type, string policy, uint expected) => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.OpenAsync(server);
        await client.CreateSessionAsync();
        var request = new ActivateSessionRequest
        {
            UserIdentityToken = new AnonymousIdentityToken(policy).ToExtensionObject() with { TypeId = new NodeId(type) },
        };
        if (expected == 0)
            await client.CallAsync<ActivateSessionResponse>(request);
        else
            Assert.Equal(new StatusCode(expected), await client.FaultAsync(request));
    });

    [Fact]
    public Task Renew_OldTokenIsGoodUntilTheNewOneIsKnown() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        for (uint i = 2; i < 6; i++)
        {
            OpenSecureChannelResponse response = await client.OpenChannelAsync(SecurityTokenRequestType.Renew, isUsed: false);
            Assert.Equal(i, response.SecurityToken.TokenId);
            await client.ReadAsync(ServerClient.Variable(1));
            client.Use(response);
            await client.ReadAsync(ServerClient.Variable(1));
        }
    });

    [Fact]
    public Task Write_IsReadAgain() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        Assert.Equal(StatusCode.Good, await client.WriteAsync(ServerClient.Variable(3), 4.5));
        DataValue value = await client.ReadAsync(ServerClient.Variable(3));
        Assert.Equal(4.5, value.Value.Get<double>());
        Assert.Equal((4.5, 1), server.GetVariable(3));
        Assert.Equal(StatusCodes.BadTypeMismatch, await client.WriteAsync(ServerClient.Variable(3), "text"));
        Assert.Equal(StatusCodes.BadNodeIdUnknown, await client.WriteAsync(ServerClient.Variable(0), 1.0));
        Assert.Equal(StatusCodes.BadNodeIdUnknown, await client.WriteAsync(ServerClient.Variable(101), 1.0));
        Assert.Equal(StatusCodes.BadNotWritable, await client.WriteAsync(new NodeId(2259), 1));
    });

    [Fact]
    public Task Frozen_StopsTheSimulation() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        await Wait.Until(() => server.GetVariable(100).Changes > 1);
        Assert.Equal(StatusCode.Good, await client.WriteAsync(new NodeId("Frozen", 2), true));
        uint[] before = (await client.ReadAsync(new NodeId("Changes", 2))).Value.GetSpan<uint>().ToArray();
        Assert.Equal(Enumerable.Range(1, 100).Select(i => (uint)server.GetVariable(i).Changes), before);
        Assert.Equal(Enumerable.Range(1, 100).Select(i => (double)server.GetVariable(i).Changes),
            Enumerable.Range(1, 100).Select(i => server.GetVariable(i).Value));
        long changes = server.GetStatistics().Changes;
        Assert.Equal(before.Sum(one => one), changes);
        await client.WriteAsync(new NodeId("Frozen", 2), false);
        await Wait.Until(() => server.GetStatistics().Changes > changes);
    }, rate: 10_000);

    [Fact]
    public Task Read_WhatAServerIsAskedFor_IsThere() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        Assert.Equal(3, (await client.ReadAsync(new NodeId(2255))).Value.GetSpan<string?>().Length);
        Assert.Equal(1, (await client.ReadAsync(new NodeId(2254))).Value.GetSpan<string?>().Length);
        Assert.Equal(0, (await client.ReadAsync(new NodeId(2259))).Value.Get<int>());
        Assert.Equal(new NodeId(864), (await client.ReadAsync(new NodeId(2256))).Value.Get<ExtensionObject>().TypeId);
        Assert.Equal(StatusCodes.BadNodeIdUnknown, (await client.ReadAsync(new NodeId(2735))).StatusCode);
        Assert.Equal(StatusCodes.BadAttributeIdInvalid, (await client.ReadAsync(ServerClient.Variable(1), 21)).StatusCode);
        Assert.Equal(new NodeId(11), (await client.ReadAsync(ServerClient.Variable(1), AttributeIds.DataType)).Value.Get<NodeId>());
        Assert.Equal("Variable7",
            (await client.ReadAsync(ServerClient.Variable(7), AttributeIds.BrowseName)).Value.Get<QualifiedName>().Name);
    });

    [Fact]
    public Task Requests_ThatMakeNoSense_AreFaults() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        ReadValueId node = new(ServerClient.Variable(1));
        Assert.Equal(StatusCodes.BadNothingToDo, await client.FaultAsync(new ReadRequest()));
        Assert.Equal(StatusCodes.BadTooManyOperations, await client.FaultAsync(new ReadRequest { NodesToRead = [node, node, node] }));
        Assert.Equal(StatusCodes.BadTimestampsToReturnInvalid,
            await client.FaultAsync(new ReadRequest { NodesToRead = [node], TimestampsToReturn = (TimestampsToReturn)7 }));
        Assert.Equal(StatusCodes.BadMaxAgeInvalid, await client.FaultAsync(new ReadRequest { NodesToRead = [node], MaxAge = double.NaN }));
        Assert.Equal(StatusCodes.BadNothingToDo, await client.FaultAsync(new WriteRequest()));
        Assert.Equal(StatusCodes.BadNothingToDo, await client.FaultAsync(new BrowseRequest()));
    }, Patient with { Operations = 2 });

    [Fact]
    public Task Browse_OfManyNodes_ContinuesWhereItStopped() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        var found = new List<ReferenceDescription>();
        var description = new BrowseDescription(s_folder, ReferenceTypeId: new NodeId(33));
        var browse = new BrowseRequest { NodesToBrowse = [description] };
        BrowseResult result = Assert.Single((await client.CallAsync<BrowseResponse>(browse)).Results);
        found.AddRange(result.References!);
        while (result.ContinuationPoint is { } place)
        {
            Assert.Equal(30, result.References!.Length);
            var next = new BrowseNextRequest { ContinuationPoints = [place] };
            result = Assert.Single((await client.CallAsync<BrowseNextResponse>(next)).Results);
            found.AddRange(result.References!);
            BrowseResult again = Assert.Single((await client.CallAsync<BrowseNextResponse>(next)).Results);
            Assert.Equal(StatusCodes.BadContinuationPointInvalid, again.StatusCode); // it is used up
        }

        Assert.Equal(100, found.Count(one => one.ReferenceTypeId == new NodeId(35)));
        Assert.Equal(102, found.Select(one => one.NodeId).Distinct().Count());
    }, Patient with { References = 30 });

    [Fact]
    public Task Browse_WithoutRoomForMorePlaces_IsRefused() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        var description = new BrowseDescription(s_folder);
        BrowseResult[] results = (await client.CallAsync<BrowseResponse>(
            new BrowseRequest { NodesToBrowse = [description, description, description] })).Results;
        Assert.Equal([StatusCode.Good, StatusCode.Good, StatusCodes.BadNoContinuationPoints], results.Select(one => one.StatusCode));
        await client.CallAsync<BrowseNextResponse>(
            new BrowseNextRequest { ReleaseContinuationPoints = true, ContinuationPoints = [results[0].ContinuationPoint] });
        results = (await client.CallAsync<BrowseNextResponse>(new BrowseNextRequest
        {
            ContinuationPoints = [results[0].ContinuationPoint, results[1].ContinuationPoint],
        })).Results;
        Assert.Equal([StatusCodes.BadContinuationPointInvalid, StatusCode.Good], results.Select(one => one.StatusCode));
    }, Patient with { References = 10, ContinuationPoints = 2 });

    [Fact]
    public Task Browse_WithoutRoomForMorePlaces_FreesThoseOfEarlierRequests() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        var browse = new BrowseRequest { NodesToBrowse = [new BrowseDescription(s_folder)] };
        var places = new List<byte[]?>();
        for (int i = 0; i < 3; i++)
        {
            BrowseResult result = Assert.Single((await client.CallAsync<BrowseResponse>(browse)).Results);
            Assert.Equal(StatusCode.Good, result.StatusCode);
            places.Add(result.ContinuationPoint);
        }

        BrowseResult[] results = (await client.CallAsync<BrowseNextResponse>(
            new BrowseNextRequest { ContinuationPoints = [.. places] })).Results;
        Assert.Equal(StatusCodes.BadContinuationPointInvalid, results[0].StatusCode);
        Assert.Equal([StatusCode.Good, StatusCode.Good], results[1..].Select(one => one.StatusCode));
    }, Patient with { References = 10, ContinuationPoints = 2 });

    [Fact]
    public Task Browse_Directions_AreRight() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        async Task<ReferenceDescription[]> Find(BrowseDescription description) =>
            (await client.CallAsync<BrowseResponse>(new BrowseRequest { NodesToBrowse = [description] })).Results[0].References ?? [];
        Assert.Equal(["Server", "Simulation"], (await Find(new BrowseDescription(new NodeId(85), ReferenceTypeId: new NodeId(35))))
            .Select(one => one.DisplayName.Text));
        ReferenceDescription parent = Assert.Single(await Find(new BrowseDescription(ServerClient.Variable(1), BrowseDirection.Inverse)));
        Assert.Equal((s_folder, false), (parent.NodeId.NodeId, parent.IsForward));
        ReferenceDescription type = Assert.Single(await Find(new BrowseDescription(ServerClient.Variable(1))));
        Assert.Equal((new NodeId(40), new NodeId(63)), (type.ReferenceTypeId, type.NodeId.NodeId));
        Assert.Equal(2, (await Find(new BrowseDescription(ServerClient.Variable(1), BrowseDirection.Both))).Length);
        Assert.Empty(await Find(new BrowseDescription(new NodeId(85), ReferenceTypeId: new NodeId(33), IncludeSubtypes: false)));
    });

    [Fact]
    public Task Response_LongerThanTheClientTakes_IsAFault() => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server, new() { MaxMessageSize = 10_000 });
        Assert.Equal(StatusCodes.BadResponseTooLarge, await client.FaultAsync(
            new ReadRequest { NodesToRead = [new ReadValueId(new NodeId("Changes", 2))] }));
        Assert.Equal(StatusCode.Good, (await client.ReadAsync(ServerClient.Variable(1))).StatusCode);
    }, nodes: 10_000);
}
