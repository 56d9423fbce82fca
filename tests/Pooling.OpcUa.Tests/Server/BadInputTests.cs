using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Hosting;
using Pooling.Buffers;

namespace Pooling.OpcUa.Server;

/// <summary>What peers send that they should not: each gets a reason, and nobody else feels it.</summary>
public class BadInputTests : ServerTest
{
    private const int Huge = int.MaxValue;

    /// <summary>Before a channel: what is sent, and the reason that must come back.</summary>
    public static TheoryData<string, byte[], uint> BeforeChannel => new()
    {
        { "HTTP", "GET / HTTP/1.1\r\n\r\n"u8.ToArray(), 0x807E0000 },
        { "zeros", new byte[64], 0x807E0000 },
        { "a size of 0", RawPeer.Frame("HELF", new byte[24], size: 0), 0x80800000 },
        { "a size of 7", RawPeer.Frame("HELF", new byte[24], size: 7), 0x80800000 },
        { "a size of 2^31-1", RawPeer.Frame("HELF", new byte[24], size: Huge), 0x80800000 },
        { "a size of 2^32-1", RawPeer.Frame("HELF", new byte[24], size: uint.MaxValue), 0x80800000 },
        { "a HEL without fields", RawPeer.Frame("HELF", []), 0x80070000 },
        { "a HEL in parts", RawPeer.Frame("HELC", new byte[24]), 0x807E0000 },
        { "a HEL with small buffers", RawPeer.Hello("opc.tcp://test", buffer: 8191), 0x80AC0000 },
        { "a HEL with an endless URL", RawPeer.Hello("opc.tcp://" + new string('x', 5000)), 0x80070000 },
        { "a HEL with another URL", RawPeer.Hello("http://test"), 0x80830000 },
        { "a HEL twice", [.. RawPeer.Hello("opc.tcp://test"), .. RawPeer.Hello("opc.tcp://test")], 0x807E0000 },
        { "an ACK", RawPeer.Frame("ACKF", new byte[20]), 0x807E0000 },
        { "an ERR", RawPeer.Frame("ERRF", new byte[8]), 0x807E0000 },
        { "an OPN without a HEL", RawPeer.Frame("OPNF", new byte[100]), 0x807E0000 },
        { "a MSG without a channel", [.. RawPeer.Hello("opc.tcp://test"), .. RawPeer.Frame("MSGF", new byte[100])], 0x807F0000 },
        { "a CLO without a channel", [.. RawPeer.Hello("opc.tcp://test"), .. RawPeer.Frame("CLOF", new byte[100])], 0x807F0000 },
        { "an OPN without a header", [.. RawPeer.Hello("opc.tcp://test"), .. RawPeer.Frame("OPNF", new byte[4])], 0x80130000 },
        { "an OPN of nothing", [.. RawPeer.Hello("opc.tcp://test"), .. RawPeer.Frame("OPNF", [])], 0x80800000 },
        { "an OPN with an endless policy", [.. RawPeer.Hello("opc.tcp://test"),
            .. RawPeer.Frame("OPNF", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 1, 2, 3, 4])], 0x80130000 },
    };

    [Theory]
    [MemberData(nameof(BeforeChannel))]
    public Task BeforeChannel_EndsWithAReason(string what, byte[] bytes, uint expected) => Serve(async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await using var peer = new RawPeer(server);
        peer.Write(bytes);
        Assert.Equal((what, new StatusCode(expected)), (what, await peer.ReadErrorAsync()));
        await other.ReadAsync(ServerClient.Variable(1));
        await Until(() => server.GetStatistics().Connections == 1);
    });

    [Theory]
    [InlineData("policy", 0x80550000u)]
    [InlineData("mode", 0x80540000u)]
    [InlineData("renewal of nothing", 0x80530000u)]
    [InlineData("channel", 0x807F0000u)]
    [InlineData("another request", 0x807E0000u)]
    public Task Open_Wrong_EndsWithAReason(string what, uint expected) => Serve(async server =>
    {
        await using var peer = new RawPeer(server);
        peer.Write(RawPeer.Hello("opc.tcp://test"));
        if (what == "channel")
            peer.Channel = 5;

        byte[] open = what switch
        {
            "policy" => peer.Open(policy: "http://opcfoundation.org/UA/SecurityPolicy#Basic128Rsa15"),
            "mode" => peer.Open(mode: MessageSecurityMode.Sign),
            "renewal of nothing" => peer.Open(request: SecurityTokenRequestType.Renew),
            _ => peer.Open(),
        };
        if (what == "another request")
            BinaryPrimitives.WriteUInt16LittleEndian(open.AsSpan(8 + 4 + 51 + 8 + 8 + 2), 447);

        peer.Write(open);
        Assert.Equal(new StatusCode(expected), await peer.ReadErrorAsync());
    });

    [Theory]
    [InlineData("sequence repeated", 0x80880000u)]
    [InlineData("sequence skipped", 0x80880000u)]
    [InlineData("token", 0x80870000u)]
    [InlineData("channel", 0x807F0000u)]
    [InlineData("kind", 0x807E0000u)]
    [InlineData("no headers", 0x80800000u)]
    [InlineData("too long", 0x80800000u)]
    [InlineData("two requests at once", 0x80820000u)]
    [InlineData("opened again", 0x80530000u)]
    [InlineData("chunks without end", 0x80800000u)]
    [InlineData("message without end", 0x80800000u)]
    public Task Chunk_Wrong_EndsWithAReason(string what, uint expected) => Serve(async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await using var peer = new RawPeer(server);
        await peer.JoinAsync();
        switch (what)
        {
            case "sequence repeated":
                peer.Sequence--;
                break;
            case "sequence skipped":
                peer.Sequence++;
                break;
            case "token":
                peer.TokenId = 9;
                break;
            case "channel":
                peer.Channel++;
                break;
            case "kind":
                peer.SendChunk('X', [], requestId: 1);
                break;
            case "no headers":
                peer.Write(RawPeer.Frame("MSGF", new byte[15]));
                break;
            case "too long":
                peer.Write(RawPeer.Frame("MSGF", new byte[65_535 - 7], size: 65_536));
                break;
            case "two requests at once":
                peer.SendChunk('C', [1], requestId: 1);
                peer.SendChunk('C', [1], requestId: 2);
                break;
            case "opened again":
                peer.Write(peer.Open());
                break;
            case "chunks without end":
                for (int i = 0; i < 600 && !peer.HasEnded; i++)
                    peer.SendChunk('C', [], requestId: 1);

                break;
            case "message without end":
                for (int i = 0; i < 100 && !peer.HasEnded; i++)
                    peer.SendChunk('C', new byte[60_000], requestId: 1);

                break;
        }

        peer.SendChunk('F', [], requestId: 1);
        Assert.Equal(new StatusCode(expected), await peer.ReadErrorAsync());
        await other.ReadAsync(ServerClient.Variable(1));
        await Until(() => server.GetStatistics() is { Connections: 1, ReceivingBytes: 0 });
    });

    [Fact]
    public Task Bytes_OneByOne_AreReadAsAWhole() => Serve(async server =>
    {
        await using var peer = new RawPeer(server) { IsByteByByte = true };
        await peer.JoinAsync();
        peer.Send(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] });
        ServerClient.Decode<ReadResponse>((await peer.ReadAsync())[24..]);
    });

    [Fact]
    public Task Chunk_Aborted_IsForgotten() => Serve(async server =>
    {
        await using var peer = new RawPeer(server);
        await peer.JoinAsync();
        peer.SendChunk('C', new byte[60_000], requestId: 1);
        peer.SendChunk('A', [0, 0, 8, 0x80, 0xFF, 0xFF, 0xFF, 0xFF], requestId: 1);
        peer.Send(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] });
        ServerClient.Decode<ReadResponse>((await peer.ReadAsync())[24..]);
    });

    [Theory]
    [InlineData("nothing", 0x80070000u)]
    [InlineData("an id of a text", 0x800B0000u)]
    [InlineData("an unknown service", 0x800B0000u)]
    [InlineData("half a header", 0x80070000u)]
    [InlineData("2^31-1 nodes", 0x80070000u)]
    [InlineData("-5 nodes", 0x80070000u)]
    [InlineData("a text of 2^31-1 bytes", 0x80070000u)]
    [InlineData("variants in variants without end", 0x80070000u)]
    [InlineData("diagnostics without end", 0x80070000u)]
    [InlineData("an array of 2^31-1 arrays", 0x80070000u)]
    [InlineData("a filter of an unknown type", 0u)]
    public Task Request_ThatIsNone_IsAFaultAndTheConnectionStays(string what, uint expected) => Serve(async server =>
    {
        await using ServerClient client = await ServerClient.JoinAsync(server);
        uint subscription = (await client.SubscribeAsync()).SubscriptionId;
        byte[] answer = await client.PostAsync(Make(what, client.Token, subscription));
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

    [Fact]
    public Task Requests_ThatAreNone_TooMany_EndTheConnection() => Serve(async server =>
    {
        await using var peer = new RawPeer(server);
        await peer.JoinAsync();
        for (int i = 0; i < 10; i++)
            peer.SendChunk('F', [9], requestId: 1);

        Assert.Equal(StatusCodes.BadDecodingError, await peer.ReadErrorAsync());
    }, new ServerLimits { BadRequests = 5 });

    [Fact]
    public Task RandomBytes_InEveryState_LeaveNothingBehind() => Serve(async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        uint id = (await other.SubscribeAsync(interval: 20)).SubscriptionId;
        await other.MonitorAsync(id, ServerClient.Item(1, queue: 1000));
        var random = new Random(18);
        for (int i = 0; i < 300; i++)
        {
            await using var peer = new RawPeer(server);
            var bytes = new byte[random.Next(1, 5000)];
            random.NextBytes(bytes);
            if (i % 3 == 0)
            {
                peer.Write(bytes);
            }
            else
            {
                await peer.JoinAsync();
                if (i % 3 == 1)
                    peer.SendChunk('F', bytes, requestId: 1);
                else
                    peer.Write(bytes);
            }

            if (i % 10 == 0)
                await other.PublishAsync();
        }

        await Until(() => server.GetStatistics() is { Connections: 1, ReceivingBytes: 0 });
        Assert.Equal(0, server.GetStatistics().Overflows);
        Assert.Equal(0, server.GetStatistics().Subscriptions - 1);
    }, new ServerLimits { HandshakesPerSecond = 100_000, HandshakesPerSecondAndAddress = 100_000 }, rate: 1000);

    [Fact]
    public Task Requests_WithFlippedBytes_NeverFaultTheServer() => Serve(async server =>
    {
        byte[][] requests;
        await using (ServerClient client = await ServerClient.JoinAsync(server))
        {
            uint id = (await client.SubscribeAsync()).SubscriptionId;
            requests =
            [
                Make("read", client.Token, id), Make("a filter of an unknown type", client.Token, id), Make("write", client.Token, id),
                Make("publish", client.Token, id),
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
    }, new ServerLimits { BadRequests = int.MaxValue });

    private static byte[] Make(string what, NodeId token, uint subscription)
    {
        using var body = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(body);
        var header = new RequestHeader { AuthenticationToken = token, RequestHandle = 5 };
        void Begin(uint service)
        {
            encoder.WriteNodeId(new NodeId(service));
            header.Encode(encoder);
        }

        switch (what)
        {
            case "an id of a text":
                encoder.WriteNodeId(new NodeId("text"));
                header.Encode(encoder);
                break;
            case "an unknown service":
                Begin(422);
                break;
            case "half a header":
                encoder.WriteNodeId(new NodeId(ReadRequest.Id));
                encoder.WriteInt32(0);
                break;
            case "2^31-1 nodes" or "-5 nodes":
                Begin(ReadRequest.Id);
                encoder.WriteDouble(0);
                encoder.WriteInt32(2);
                encoder.WriteInt32(what[0] == '2' ? Huge : -5);
                break;
            case "a text of 2^31-1 bytes":
                Begin(ReadRequest.Id);
                encoder.WriteDouble(0);
                encoder.WriteInt32(2);
                encoder.WriteInt32(1);
                encoder.WriteByte(3);
                encoder.WriteUInt16(2);
                encoder.WriteInt32(Huge);
                break;
            case "variants in variants without end":
                BeginWrite();
                for (int i = 0; i < 5000; i++)
                {
                    encoder.WriteByte(0x98); // an array of one variant
                    encoder.WriteInt32(1);
                }

                break;
            case "diagnostics without end":
                BeginWrite();
                encoder.WriteByte(25);
                for (int i = 0; i < 20_000; i++)
                    encoder.WriteByte(0x40); // with one inside

                break;
            case "an array of 2^31-1 arrays":
                BeginWrite();
                encoder.WriteByte(0x98);
                encoder.WriteInt32(Huge);
                break;
            case "a filter of an unknown type":
                MonitoredItemCreateRequest item = ServerClient.Item(1);
                return RawPeer.Encode(With(new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    ItemsToCreate =
                    [
                        item with
                        {
                            RequestedParameters = item.RequestedParameters with
                            {
                                Filter = new ExtensionObject(new NodeId(9999, 5), [1, 2, 3]),
                            },
                        },
                    ],
                }, token));
            case "read":
                return RawPeer.Encode(With(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] }, token));
            case "write":
                return RawPeer.Encode(With(new WriteRequest
                {
                    NodesToWrite = [new WriteValue(ServerClient.Variable(1), AttributeIds.Value, null, new DataValue(1.0))],
                }, token));
            case "publish":
                var publish = new PublishRequest();
                publish.Acknowledgements.Add(new SubscriptionAcknowledgement(subscription, 1));
                return RawPeer.Encode(With(publish, token));
        }

        return body.WrittenSpan.ToArray();

        void BeginWrite()
        {
            Begin(WriteRequest.Id);
            encoder.WriteInt32(1);
            encoder.WriteNodeId(ServerClient.Variable(1));
            encoder.WriteUInt32(AttributeIds.Value);
            encoder.WriteString(null);
            encoder.WriteByte(1); // a value
        }
    }

    private static T With<T>(T request, NodeId token) where T : IServiceRequest
    {
        request.Header.AuthenticationToken = token;
        request.Header.RequestHandle = 5;
        return request;
    }
}
