using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Tests invalid data that peers send before they have a channel. Each peer receives a reason, and no other client is
/// affected.</summary>
public class OpeningInputTests : ServerTest
{
    private const int Huge = int.MaxValue;

    /// <summary>Gets the data that is sent before a channel is open, and the expected reason.</summary>
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
        await peer.DisposeAsync(); // otherwise the server waits for it
        await Wait.Until(() => server.GetStatistics().Connections == 1);
    }, isSecured: true);

    /// <summary>Gets requests for a channel, sealed according to the mode.</summary>
    public static TheoryData<MessageSecurityMode, string, uint> Openings => Modes.With(
        [
            ("policy", 0x80550000), ("mode", 0x80540000), ("renewal of nothing", 0x80530000), ("channel", 0x807F0000),
            ("another request", 0x807E0000), ("half a request", 0x80070000), ("bytes that are none", 0x80070000),
            ("a nonce of 2^31-1 bytes", 0x80070000),
        ],
        ("no nonce", 0x80240000), ("a short nonce", 0x80240000), ("a nonce of zeros", 0x80240000), ("a long request", 0x80800000));

    [Theory]
    [MemberData(nameof(Openings))]
    public Task Open_Wrong_EndsWithAReason(MessageSecurityMode mode, string what, uint expected) => Serve(mode, async server =>
    {
        await using ServerClient other = await ServerClient.JoinAsync(server);
        await using var peer = new RawPeer(server, mode: mode);
        peer.Write(RawPeer.Hello("opc.tcp://test"));
        if (what == "channel")
            peer.Channel = 5;

        peer.Write(what == "policy" ? OpenWithoutPolicy() : peer.Open(request => Change(request, what), body => Change(body, what)));
        Assert.Equal(new StatusCode(expected), await peer.ReadErrorAsync());
        await other.ReadAsync(ServerClient.Variable(1));
        await peer.DisposeAsync(); // otherwise the server waits for it
        await Wait.Until(() => server.GetStatistics() is { Connections: 1, ReceivingBytes: 0 });
    });

    [Theory]
    [MemberData(nameof(Modes.Secured), MemberType = typeof(Modes))]
    public Task Open_WithoutSecurity_WhereItIsNeeded_GivesNoSession(MessageSecurityMode mode) => Serve(mode, async server =>
    {
        await using ServerClient secured = await ServerClient.JoinAsync(server, mode: mode);
        await using ServerClient other = await ServerClient.OpenAsync(server);
        other.Token = secured.Token; // which belongs to another channel
        Assert.Equal(StatusCodes.BadSecurityChecksFailed, await other.FaultAsync(new ActivateSessionRequest()));
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await other.FaultAsync(new PublishRequest()));
        await secured.ReadAsync(ServerClient.Variable(1));
    });

    private static byte[] OpenWithoutPolicy()
    {
        using var body = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(body);
        encoder.WriteUInt32(0);
        encoder.WriteString("http://opcfoundation.org/UA/SecurityPolicy#Basic128Rsa15");
        encoder.WriteByteString(null);
        encoder.WriteByteString(null);
        encoder.WriteUInt32(1);
        encoder.WriteUInt32(1);
        encoder.WriteMessage(new OpenSecureChannelRequest { SecurityMode = MessageSecurityMode.None });
        return RawPeer.Frame("OPNF", body.WrittenSpan.ToArray());
    }

    private static void Change(OpenSecureChannelRequest request, string what)
    {
        switch (what)
        {
            case "mode":
                request.SecurityMode = request.ClientNonce is null ? MessageSecurityMode.Sign : MessageSecurityMode.None;
                break;
            case "renewal of nothing":
                request.RequestType = SecurityTokenRequestType.Renew;
                break;
            case "no nonce":
                request.ClientNonce = null;
                break;
            case "a short nonce":
                request.ClientNonce = request.ClientNonce![1..];
                break;
            case "a nonce of zeros":
                request.ClientNonce = new byte[request.ClientNonce!.Length];
                break;
            case "a long request":
                request.ClientNonce = new byte[40_000]; // each block of it would take a use of the private key
                break;
        }
    }

    private static byte[] Change(byte[] body, string what)
    {
        int nonce = body.Length > 75 ? 32 : 0;
        switch (what)
        {
            case "another request":
                BinaryPrimitives.WriteUInt16LittleEndian(body.AsSpan(2), 447);
                return body;
            case "half a request":
                return body[..(body.Length / 2)];
            case "bytes that are none":
                return [.. Enumerable.Repeat((byte)0xFF, 100)];
            case "a nonce of 2^31-1 bytes":
                BinaryPrimitives.WriteInt32LittleEndian(body.AsSpan(body.Length - sizeof(uint) - nonce - sizeof(int)), Huge);
                return body;
            default:
                return body;
        }
    }
}
