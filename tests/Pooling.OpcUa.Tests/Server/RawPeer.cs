using System.Buffers.Binary;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;
using OpcUa.Server;
using Pooling.Buffers;
using Pooling.OpcUa.Transport;

namespace Pooling.OpcUa.Server;

/// <summary>A peer that makes its frames by hand, and reads only when it is told to.</summary>
internal sealed class RawPeer : IAsyncDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private NodeId _token;

    public RawPeer(OpcUaServer server)
    {
        _socket.Connect(server.EndPoint);
        _socket.ReceiveTimeout = (int)ConnectionPair.Patience.TotalMilliseconds;
        _socket.SendTimeout = 20_000;
    }

    public uint Channel { get; set; }

    public uint TokenId { get; set; }

    public uint Sequence { get; set; }

    /// <summary>Whether each byte is sent by itself.</summary>
    public bool IsByteByByte { get; init; }

    /// <summary>Whether the server has ended the connection.</summary>
    public bool HasEnded { get; private set; }

    public static byte[] Frame(string type, byte[] body, uint? size = null)
    {
        var frame = new byte[8 + body.Length];
        System.Text.Encoding.ASCII.GetBytes(type, frame);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(4), size ?? (uint)frame.Length);
        body.CopyTo(frame, 8);
        return frame;
    }

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
            HasEnded = true; // or it takes nothing any more, which is as good here
        }
    }

    public void SendChunk(char kind, byte[] body, uint requestId) => Write(Chunk($"MSG{kind}", body, requestId));

    public byte[] Chunk(string type, byte[] body, uint requestId)
    {
        var chunk = new byte[16 + body.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(chunk, Channel);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(4), TokenId);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(8), ++Sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(12), requestId);
        body.CopyTo(chunk, 16);
        return Frame(type, chunk);
    }

    public byte[] Open(
        string policy = "http://opcfoundation.org/UA/SecurityPolicy#None",
        MessageSecurityMode mode = MessageSecurityMode.None,
        SecurityTokenRequestType request = SecurityTokenRequestType.Issue)
    {
        using var body = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(body);
        encoder.WriteUInt32(Channel);
        encoder.WriteString(policy);
        encoder.WriteByteString(null);
        encoder.WriteByteString(null);
        encoder.WriteUInt32(++Sequence);
        encoder.WriteUInt32(1);
        encoder.WriteMessage(new OpenSecureChannelRequest { SecurityMode = mode, RequestType = request, RequestedLifetime = 60_000 });
        return Frame("OPNF", body.WrittenSpan.ToArray());
    }

    public async Task OpenAsync()
    {
        Write(Hello("opc.tcp://test"));
        await ReadAsync();
        Write(Open());
        byte[] answer = await ReadAsync();
        Channel = BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(8));
        TokenId = 1;
    }

    public async Task JoinAsync()
    {
        await OpenAsync();
        Send(new CreateSessionRequest());
        _token = ServerClient.Decode<CreateSessionResponse>((await ReadAsync())[24..]).AuthenticationToken;
        Send(new ActivateSessionRequest());
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

    /// <summary>Reads one chunk; an empty one at the end.</summary>
    public async Task<byte[]> ReadAsync()
    {
        var header = new byte[8];
        if (!await FillAsync(header))
            return [];

        var chunk = new byte[BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4))];
        header.CopyTo(chunk, 0);
        return await FillAsync(chunk.AsMemory(8)) ? chunk : [];
    }

    /// <summary>Reads until the server says why it ends.</summary>
    /// <returns>The reason; good if it gives none.</returns>
    public async Task<StatusCode> ReadErrorAsync()
    {
        while (await ReadAsync() is { Length: > 0 } chunk)
        {
            if (chunk[0] == 'E')
                return new StatusCode(BinaryPrimitives.ReadUInt32LittleEndian(chunk.AsSpan(8)));
        }

        return StatusCode.Good;
    }

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
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
