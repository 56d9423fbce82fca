using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests invalid requests in valid chunks, in each mode.</summary>
public class RequestInputTests : ServerTest
{
    public static TheoryData<MessageSecurityMode, string, uint> Requests => Modes.With(
    [
        ("nothing", 0x80070000), ("an id of a text", 0x800B0000), ("an unknown service", 0x800B0000), ("half a header", 0x80070000),
        ("2^31-1 nodes", 0x80070000), ("-5 nodes", 0x80070000), ("a text of 2^31-1 bytes", 0x80070000),
        ("variants in variants without end", 0x80070000), ("diagnostics without end", 0x80070000),
        ("an array of 2^31-1 arrays", 0x80070000), ("a filter of an unknown type", 0),
    ]);

    [Theory]
    [MemberData(nameof(Requests))]
    public Task Request_ThatIsNone_IsAFaultAndTheConnectionStays(
        MessageSecurityMode mode, string what, uint expected) => Serve(mode, async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server, mode: mode);
        uint subscription = (await client.SubscribeAsync()).SubscriptionId;
        byte[] answer = await client.PostAsync(BadRequests.Make(what, client.Token, subscription));
        if (expected == 0)
        {
            MonitoredItemCreateResult result = Assert.Single(ServerClient.Decode<CreateMonitoredItemsResponse>(answer).Results);
            Assert.Equal(StatusCodes.BadMonitoredItemFilterUnsupported, result.StatusCode);
        }
        else
        {
            Assert.Equal(new StatusCode(expected), ServerClient.Decode<ServiceFault>(answer).Header.ServiceResult);
        }

        await client.ReadAsync(ServerClient.Variable(1));
    });

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task Requests_ThatAreNone_TooMany_EndTheConnection(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using var peer = new RawPeer(server, mode: mode);
        await peer.JoinAsync();
        for (int i = 0; i < 10; i++)
            peer.SendChunk('F', [9], requestId: 1);

        Assert.Equal(StatusCodes.BadDecodingError, await peer.ReadErrorAsync());
    }, Patient with { BadRequests = 5 });

    [Theory]
    [MemberData(nameof(Modes.All), MemberType = typeof(Modes))]
    public Task Requests_WithFlippedBytes_NeverFaultTheServer(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        byte[][] requests;
        await using (ServerClient client = await ServerClient.JoinAsync(server, mode: mode))
        {
            uint id = (await client.SubscribeAsync()).SubscriptionId;
            requests =
            [
                BadRequests.Make("read", client.Token, id), BadRequests.Make("a filter of an unknown type", client.Token, id),
                BadRequests.Make("write", client.Token, id),
                BadRequests.Make("publish", client.Token, id),
            ];
            ServerClient now = client;
            var random = new Random(1);
            for (int i = 0; i < 2000; i++)
            {
                byte[] request = (byte[])requests[i % requests.Length].Clone();
                request[random.Next(request.Length)] ^= (byte)(1 << random.Next(8));
                if (i % requests.Length == 3)
                    _ = now.PostAsync(request); // a publish may wait
                else
                    await now.PostAsync(request); // a response or a fault
            }
        }

        Assert.Equal(0, server.GetStatistics().BadConnections);
    }, Patient with { BadRequests = int.MaxValue });
}
