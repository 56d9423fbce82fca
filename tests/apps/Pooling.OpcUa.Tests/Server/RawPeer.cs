using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;
using OpcUa.Server;
using Pooling.Buffers;
using Pooling.OpcUa.BadInput;
using Pooling.OpcUa.Transport;

namespace Pooling.OpcUa.Server;

/// <summary>A peer whose frames a test creates, and which reads only on request.</summary>
internal sealed class RawPeer : IAsyncDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private NodeId _token;

    /// <param name="server">The server to connect to.</param>
    /// <param name="from">The address of the peer, if it matters.</param>
    /// <param name="mode">The security mode of its messages.</param>
    public RawPeer(OpcUaServer server, IPAddress? from = null, MessageSecurityMode mode = MessageSecurityMode.None)
    {
        Security = new PeerSecurity(mode);
        if (from is not null)
            _socket.Bind(new IPEndPoint(from, 0));

        _socket.Connect(server.EndPoint);
        _socket.ReceiveTimeout = (int)ConnectionPair.Patience.TotalMilliseconds;
        _socket.SendTimeout = 20_000;
    }

    public PeerSecurity Security { get; }

    public uint Channel { get; set; }

    public uint TokenId { get; set; }

    public uint Sequence { get; set; }

    /// <summary>Gets whether each byte is sent separately.</summary>
    public bool IsByteByByte { get; init; }

    /// <summary>Gets whether the server has ended the connection.</summary>
    public bool HasEnded { get; private set; }

    public static byte[] Frame(string type, byte[] body, uint? size = null) => PeerSecurity.Frame(type, body, size);

    public static byte[] Hello(string? url, uint buffer = 65_536)
    {
        using var body = new PooledArrayBufferWriter<byte>();
        new HelloMessage(0, buffer, buffer, 0, 0, url).Encode(new BinaryEncoder(body));
        return Frame("HELF", body.WrittenSpan.ToArray());
    }

    public void Write(byte[] bytes)
    {
        try
        {
            for (int sent = 0; sent < bytes.Length;)
                sent += _socket.Send(IsByteByByte ? bytes.AsSpan(sent, 1) : bytes.AsSpan(sent));
        }
        catch (SocketException)
        {
            HasEnded = true; // or it receives nothing any more, which is equivalent here
        }
    }

    public void SendChunk(char kind, byte[] body, uint requestId) => Write(Chunk($"MSG{kind}", body, requestId));

    public byte[] Chunk(string type, byte[] body, uint requestId) => Security.Seal(PlainChunk(type, body, requestId));

    /// <summary>Creates a chunk without security.</summary>
    public byte[] PlainChunk(string type, byte[] body, uint requestId)
    {
        var chunk = new byte[16 + body.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(chunk, Channel);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(4), TokenId);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(8), ++Sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(12), requestId);
        body.CopyTo(chunk, 16);
        return Frame(type, chunk);
    }

    /// <summary>Creates an OPN in the peer's mode.</summary>
    /// <param name="change">Changes the request before it is encoded.</param>
    /// <param name="changeBody">Changes the bytes of the request.</param>
    /// <param name="seal">Seals the chunk, if not in the correct way.</param>
    public byte[] Open(
        Action<OpenSecureChannelRequest>? change = null, Func<byte[], byte[]>? changeBody = null, Func<byte[], int, byte[]>? seal = null)
    {
        var request = new OpenSecureChannelRequest
        {
            SecurityMode = Security.Mode,
            ClientNonce = Security.Nonce,
            RequestedLifetime = 60_000,
        };
        change?.Invoke(request);
        byte[] body = Encode(request);
        body = changeBody?.Invoke(body) ?? body;
        return Security.SealOpening(Channel, ++Sequence, requestId: 1, body, seal);
    }

    public async Task OpenAsync()
    {
        Write(Hello("opc.tcp://test"));
        await ReadAsync();
        Write(Open());
        OpenSecureChannelResponse response =
            ServerClient.Decode<OpenSecureChannelResponse>(Security.OpenOpening(await ReadAsync()).Body);
        Channel = response.SecurityToken.ChannelId;
        TokenId = response.SecurityToken.TokenId;
        Security.Use(response.ServerNonce);
    }

    public async Task JoinAsync()
    {
        await OpenAsync();
        Send(Security.CreateSession());
        CreateSessionResponse created = ServerClient.Decode<CreateSessionResponse>((await ReadAsync())[24..]);
        _token = created.AuthenticationToken;
        Send(await Security.ActivateAsync(created));
        ServerClient.Decode<ActivateSessionResponse>((await ReadAsync())[24..]);
    }

    public static byte[] Encode(IServiceRequest request)
    {
        using var body = new PooledArrayBufferWriter<byte>();
        new BinaryEncoder(body).WriteMessage(request);
        return body.WrittenSpan.ToArray();
    }

    public void Send(IServiceRequest request)
    {
        request.Header.AuthenticationToken = _token;
        SendChunk('F', Encode(request), requestId: 5);
    }

    /// <summary>Reads one chunk. Returns an empty one at the end.</summary>
    public async Task<byte[]> ReadAsync()
    {
        var header = new byte[8];
        if (!await FillAsync(header))
            return [];

        var chunk = new byte[BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4))];
        header.CopyTo(chunk, 0);
        if (!await FillAsync(chunk.AsMemory(8)))
            return [];

        return chunk[0] == 'M' ? Security.Open(chunk) : chunk;
    }

    /// <summary>Reads until the server sends the reason for the end.</summary>
    /// <returns>The reason; good if there is none.</returns>
    public async Task<StatusCode> ReadErrorAsync() => (await ReadReasonAsync()).Status;

    /// <summary>Reads until the server sends the reason for the end.</summary>
    /// <returns>The reason, including its text; good if there is none.</returns>
    public async Task<ErrorMessage> ReadReasonAsync()
    {
        while (await ReadAsync() is { Length: > 0 } chunk)
        {
            if (chunk[0] == 'E')
                return DecodeReason(chunk);
        }

        return default;

        static ErrorMessage DecodeReason(byte[] chunk)
        {
            var decoder = new BinaryDecoder(chunk.AsSpan(8));
            return ErrorMessage.Decode(ref decoder);
        }
    }

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        Security.Dispose();
        return default;
    }

    private async Task<bool> FillAsync(Memory<byte> bytes)
    {
        using var patience = new CancellationTokenSource(ConnectionPair.Patience);
        while (!bytes.IsEmpty)
        {
            int count;
            try
            {
                count = await _socket.ReceiveAsync(bytes, patience.Token);
            }
            catch (SocketException)
            {
                return false;
            }

            if (count == 0)
                return false;

            bytes = bytes[count..];
        }

        return true;
    }
}
