using System.Buffers.Binary;
using System.Net.Sockets;
using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;
using Pooling.OpcUa.Transport;

namespace Pooling.OpcUa.Security;

/// <summary>The chunks of a secured conversation, with known keys for each direction, so that they can be sent again.</summary>
internal sealed class RecordedTraffic
{
    private const uint ChannelId = 7;
    private const int Messages = 4;

    private static readonly byte[] s_client = SHA256.HashData("client"u8);
    private static readonly byte[] s_server = SHA256.HashData("server"u8);

    private readonly MessageSecurityMode _mode;
    private readonly bool _toServer;

    /// <param name="mode">The security mode of the messages.</param>
    /// <param name="toServer">Whether the messages are those of the client.</param>
    public RecordedTraffic(MessageSecurityMode mode, bool toServer)
    {
        _mode = mode;
        _toServer = toServer;
        ChannelToken sender = toServer ? Token(s_client, s_server) : Token(s_server, s_client);
        for (uint i = 1; i <= Messages; i++)
            Chunks.Add(Chunk(sender, "MSGF", sequence: i, request: i, body: (int)i * 9));

        Chunks.Add(Chunk(sender, "MSGC", Messages + 1, Messages + 1, 50)); // a message of two chunks
        Chunks.Add(Chunk(sender, "MSGF", Messages + 2, Messages + 1, 5));
    }

    public List<byte[]> Chunks { get; } = [];

    /// <summary>Sends chunks to an end with the same keys.</summary>
    /// <returns>The requests whose messages it accepted, the reason of its end, and the memory that it still holds.</returns>
    public async Task<(List<uint> Accepted, StatusCode Status, long Outstanding)> PlayAsync(IEnumerable<byte[]> chunks)
    {
        (Socket sending, Socket receiving) = await ConnectionPair.ConnectAsync();
        using var memory = new TransportMemory();
        var accepted = new List<uint>();
        var connection = new UaConnection(receiving, memory, new TransportLimits(), _toServer);
        connection.Channel.Renew(ChannelId, _toServer ? Token(s_server, s_client) : Token(s_client, s_server), isSentAtOnce: true);
        Task run = connection.RunAsync(new RecordingSink { Received = accepted.Add });
        try
        {
            foreach (byte[] chunk in chunks)
                await sending.SendAsync(chunk);

            sending.Shutdown(SocketShutdown.Send);
        }
        catch (SocketException)
        {
            // It has already ended.
        }

        var ignored = new byte[4096];
        try
        {
            while (await sending.ReceiveAsync(ignored) > 0)
            {
            }
        }
        catch (SocketException)
        {
            // Equivalent to an end.
        }

        sending.Dispose();
        await run.WaitAsync(ConnectionPair.Patience);
        return (accepted, connection.CloseStatus, memory.Outstanding + memory.ReceivingBytes + memory.SendingBytes);
    }

    private ChannelToken Token(byte[] own, byte[] peer) => ChannelKeys.CreateToken(3, TimeSpan.FromHours(1), _mode, own, peer);

    private static byte[] Chunk(ChannelToken token, string type, uint sequence, uint request, int body)
    {
        const int Header = ChunkLayout.TokenHeader;
        var plain = new byte[Header + ChunkLayout.SequenceHeader + body];
        var chunk = new byte[ChunkLayout.Of(65_536, Header, token.Outgoing).SealedLength(plain.Length)];
        System.Text.Encoding.ASCII.GetBytes(type, chunk);
        BinaryPrimitives.WriteInt32LittleEndian(chunk.AsSpan(4), chunk.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(8), ChannelId);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(12), token.Id);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(16), sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk.AsSpan(20), request);
        token.Outgoing.Seal(chunk, Header, plain.Length);
        return chunk;
    }
}
