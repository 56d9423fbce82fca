using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.OpcUa.BadInput;
using Pooling.OpcUa.Services;

namespace Pooling.OpcUa.Client;

/// <summary>A connection of a <see cref="ScriptedServer"/>. Its chunks are created by the test, so that each can be invalid.</summary>
internal sealed class ScriptedConnection(Socket socket, PeerSecurity security)
{
    public const uint SubscriptionId = 7;

    private static readonly Dictionary<uint, Type> s_requests = MessageSamples.Types
        .Where(static type => type.IsAssignableTo(typeof(IServiceRequest)))
        .ToDictionary(static type => ((IServiceMessage)Activator.CreateInstance(type)!).EncodingId);

    private readonly NetworkStream _stream = new(socket);
    private byte[]? _clientNonce; // of the last OPN

    public PeerSecurity Security => security;

    public uint ChannelId { get; set; } = 5;

    public uint TokenId { get; set; } = 1;

    public uint Sequence { get; set; }

    /// <summary>Gets or sets whether bytes are sent one by one.</summary>
    public bool IsSlow { get; set; }

    /// <summary>Gets or sets a function that changes the body of each response before it is sent: of ACK, OPN and MSG, in this
    /// order.</summary>
    public Func<byte[], byte[]> Alter { get; set; } = static body => body;

    /// <summary>Gets the lifetime of tokens in milliseconds.</summary>
    public uint Lifetime { get; init; } = 3_600_000;

    /// <summary>Answers HEL and OPN.</summary>
    public async Task ShakeHands(uint buffer = 65_535, uint lifetime = 3_600_000)
    {
        await Receive();
        await SendRaw(Chunk("ACKF", Alter(Numbers(0, buffer, buffer, 0, 0))));
        (string type, uint id, _) = await Receive();
        if (type == "ERRF")
            throw new EndOfStreamException(); // the client did not accept the ACK

        Assert.Equal("OPNF", type);
        await Open(id, lifetime);
    }

    /// <summary>Answers an OPN.</summary>
    public async Task Open(uint requestId, uint lifetime)
    {
        var response = new OpenSecureChannelResponse
        {
            SecurityToken = new(ChannelId, TokenId, DateTime.UtcNow, lifetime),
            ServerNonce = security.Nonce,
        };
        await SendRaw(security.SealOpening(ChannelId, ++Sequence, requestId, Alter(Encode(response))));
        security.Use(_clientNonce);
    }

    /// <summary>Answers the requests of a client until it has a session, and then those that the test does not answer.</summary>
    /// <param name="answer">Answers a request itself and returns <see langword="true"/>; or returns <see langword="false"/> for the default
    /// answer.</param>
    public async Task Serve(Func<uint, IServiceRequest, Task<bool>> answer)
    {
        while (true)
        {
            (string type, uint id, byte[] body) = await Receive();
            if (type is "CLOF" or "ERRF")
                return;

            if (type == "OPNF")
            {
                TokenId++;
                await Open(id, Lifetime);
                continue;
            }

            IServiceRequest request = Decode(body);
            if (!await answer(id, request))
                await AnswerAsUsual(id, request);
        }
    }

    public Task Respond(uint requestId, IServiceResponse response) => Send("MSGF", requestId, Alter(Encode(response)));

    public Task Send(string type, uint requestId, byte[] body) => SendRaw(security.Seal(PlainChunk(type, requestId, body)));

    /// <summary>Creates a chunk without security.</summary>
    public byte[] PlainChunk(string type, uint requestId, byte[] body) =>
        Chunk(type, [.. Numbers(ChannelId, TokenId, ++Sequence, requestId), .. body]);

    public async Task SendRaw(byte[] bytes)
    {
        if (!IsSlow)
        {
            await _stream.WriteAsync(bytes);
            return;
        }

        foreach (byte each in bytes)
        {
            await _stream.WriteAsync(new[] { each });
            await Task.Delay(1); // so that usually each arrives separately
        }
    }

    /// <summary>Receives a chunk.</summary>
    public async Task<(string Type, uint RequestId, byte[] Body)> Receive()
    {
        byte[] header = new byte[8];
        await _stream.ReadExactlyAsync(header);
        byte[] rest = new byte[BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4)) - header.Length];
        await _stream.ReadExactlyAsync(rest);
        string type = Encoding.ASCII.GetString(header, 0, 4);
        if (type is "HELF" or "ERRF")
            return (type, 0, rest);

        byte[] chunk = [.. header, .. rest];
        if (type == "OPNF")
        {
            (uint id, byte[] body) = security.OpenOpening(chunk);
            _clientNonce = ((OpenSecureChannelRequest)Decode(body)).ClientNonce;
            return (type, id, body);
        }

        byte[] opened = security.Open(chunk);
        return (type, BinaryPrimitives.ReadUInt32LittleEndian(opened.AsSpan(20)), opened[24..]);
    }

    public static byte[] Chunk(string type, byte[] rest) => PeerSecurity.Frame(type, rest);

    public static byte[] Numbers(params uint[] numbers)
    {
        byte[] bytes = new byte[numbers.Length * sizeof(uint)];
        for (int i = 0; i < numbers.Length; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(i * sizeof(uint)), numbers[i]);

        return bytes;
    }

    public static byte[] Encode(IServiceMessage message)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        new BinaryEncoder(writer).WriteMessage(message);
        return writer.WrittenSpan.ToArray();
    }

    private static IServiceRequest Decode(byte[] body)
    {
        var decoder = new BinaryDecoder(body);
        var request = (IServiceRequest)Activator.CreateInstance(s_requests[decoder.ReadMessageId()])!;
        request.Decode(ref decoder);
        return request;
    }

    private Task AnswerAsUsual(uint id, IServiceRequest request) => request switch
    {
        CreateSessionRequest => Respond(id, new CreateSessionResponse { AuthenticationToken = new([1, 2, 3]) }),
        ActivateSessionRequest => Respond(id, new ActivateSessionResponse()),
        CloseSessionRequest => Respond(id, new CloseSessionResponse()),
        ReadRequest read => Respond(id, new ReadResponse
        {
            Results = [.. read.NodesToRead.Select(static node => new DataValue(node.NodeId.Number))],
        }),
        CreateSubscriptionRequest => Respond(id, new CreateSubscriptionResponse
        {
            SubscriptionId = SubscriptionId,
            RevisedPublishingInterval = 100,
            RevisedMaxKeepAliveCount = 10,
            RevisedLifetimeCount = 100,
        }),
        CreateMonitoredItemsRequest create => Respond(id, new CreateMonitoredItemsResponse
        {
            Results = [.. create.ItemsToCreate.Select(static (_, i) => new MonitoredItemCreateResult(default, (uint)i + 1, 0, 1))],
        }),
        DeleteSubscriptionsRequest => Respond(id, new DeleteSubscriptionsResponse { Results = [default] }),
        PublishRequest => Task.CompletedTask, // held
        _ => Respond(id, new ServiceFault { Header = { ServiceResult = new(0x800B0000) } }),
    };
}
