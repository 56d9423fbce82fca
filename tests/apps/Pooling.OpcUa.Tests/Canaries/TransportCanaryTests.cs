using System.Buffers;
using System.Buffers.Binary;
using System.Net.Sockets;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;
using Pooling.OpcUa.Client;
using Pooling.OpcUa.Transport;

namespace Pooling.OpcUa.Canaries;

/// <summary>Tests that sent and received data contains no bytes of another user of the memory. With any bytes in the memory, the data is
/// the same.</summary>
public sealed class TransportCanaryTests
{
    private const uint ChannelId = 7;
    private const uint TokenId = 1;
    private const int Buffer = 8192;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Send_OfRandomMessages_ShowsNoOtherTenant(int seed)
    {
        byte[] one = await SendAsync(seed, canary: 0xC5);
        byte[] other = await SendAsync(seed, canary: 0x3A);

        Assert.InRange(one.Length, 500_000, int.MaxValue);
        Assert.True(one.AsSpan().SequenceEqual(other), "What was sent depends on what was in the memory before.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Receive_InPiecesOfAnyLength_ShowsNoOtherTenant(int seed)
    {
        var random = new Random(seed);
        await using var link = await Link.OpenAsync();
        uint sequence = 1;
        for (int i = 0; i < 60; i++)
        {
            byte[] body = RandomBody(random);
            byte[] chunks = [.. Split(body, random).SelectMany((part, _) => Chunk(part.Kind, ++sequence, (uint)i, part.Bytes))];
            for (int at = 0; at < chunks.Length;)
            {
                Tenant.Leave((byte)random.Next(256), link.Memory);
                int length = Math.Min(chunks.Length - at, random.Next(8) == 0 ? random.Next(1, 40) : random.Next(1, 6000));
                await link.Peer.SendAsync(chunks.AsMemory(at, length));
                at += length;
            }

            (_, uint requestId, byte[] received) = link.Sink.Take();
            Assert.Equal((uint)i, requestId);
            Assert.Equal(body, received);
        }
    }

    private static async Task<byte[]> SendAsync(int seed, byte canary)
    {
        var random = new Random(seed);
        await using var link = await Link.OpenAsync();
        var sent = new List<byte>();
        for (int i = 0; i < 100; i++)
        {
            Tenant.Leave(canary, link.Memory);
            MessageWriter message = link.Connection.BeginMessage((uint)i, sizeHint: random.Next(3) == 0 ? random.Next(20_000) : 0);
            Encode(message, random);
            long body = message.BodyLength;
            Assert.True(link.Connection.TrySend(message));
            while (body > 0)
            {
                byte[] chunk = await link.ReceiveAsync();
                sent.AddRange(chunk);
                body -= chunk.Length - 24;
            }
        }

        return [.. sent];
    }

    /// <summary>Encodes values of all lengths, including those that are longer than a chunk, and lengths that are filled in
    /// later.</summary>
    private static void Encode(MessageWriter message, Random random)
    {
        var encoder = message.Encoder;
        for (int i = random.Next(1, 40); i > 0; i--)
        {
            switch (random.Next(6))
            {
                case 0: encoder.WriteDouble(random.NextDouble()); break;
                case 1: encoder.WriteByte((byte)random.Next(256)); break;
                case 2: encoder.WriteString(new string('x', random.Next(300))); break;
                case 3: encoder.WriteByteString(RandomBody(random)); break;
                case 4: message.Write(new byte[random.Next(100)]); break;
                default:
                    LengthMark mark = message.BeginLength();
                    encoder.WriteString(new string('y', random.Next(Buffer)));
                    message.EndLength(mark);
                    break;
            }
        }
    }

    private static byte[] RandomBody(Random random)
    {
        byte[] body = new byte[random.Next(10) == 0 ? random.Next(1, 60_000) : random.Next(1, 2000)];
        random.NextBytes(body);
        return body;
    }

    private static IEnumerable<(byte Kind, byte[] Bytes)> Split(byte[] body, Random random)
    {
        for (int at = 0; at < body.Length;)
        {
            int length = Math.Min(body.Length - at, random.Next(1, Buffer - 24));
            at += length;
            yield return (at == body.Length ? (byte)'F' : (byte)'C', body[(at - length)..at]);
        }
    }

    private static byte[] Chunk(byte kind, uint sequence, uint requestId, byte[] body) => ScriptedConnection.Chunk(
        $"MSG{(char)kind}", [.. ScriptedConnection.Numbers(ChannelId, TokenId, sequence, requestId), .. body]);

    /// <summary>A connection, with a socket at its other end.</summary>
    private sealed class Link : IAsyncDisposable
    {
        private Task _run = Task.CompletedTask;

        private Link(Socket near, Socket peer)
        {
            var limits = new TransportLimits { ReceiveBuffer = Buffer, SendBuffer = Buffer };
            Connection = new UaConnection(near, Memory, limits, isServer: true);
            Peer = peer;
        }

        public TransportMemory Memory { get; } = new();

        public RecordingSink Sink { get; } = new();

        public UaConnection Connection { get; }

        public Socket Peer { get; }

        public static async Task<Link> OpenAsync()
        {
            (Socket peer, Socket near) = await ConnectionPair.ConnectAsync();
            var link = new Link(near, peer);
            link._run = link.Connection.RunAsync(link.Sink);
            await peer.SendAsync(ScriptedConnection.Chunk("HELF", [.. ScriptedConnection.Numbers(0, Buffer, Buffer, 0, 0, uint.MaxValue)]));
            await link.ReceiveAsync(); // the ACK
            link.Connection.Channel.Renew(ChannelId,
                new ChannelToken(TokenId, TimeSpan.FromHours(1), NoSecurity.Instance, NoSecurity.Instance), isSentAtOnce: true);
            return link;
        }

        public async Task<byte[]> ReceiveAsync()
        {
            byte[] header = new byte[8];
            await ReadAsync(header);
            byte[] chunk = new byte[BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4))];
            header.CopyTo(chunk, 0);
            await ReadAsync(chunk.AsMemory(header.Length));
            return chunk;
        }

        public async ValueTask DisposeAsync()
        {
            Peer.Dispose();
            await _run.WaitAsync(ConnectionPair.Patience);
            Assert.Equal((0, 0, 0), (Memory.Outstanding, Memory.ReceivingBytes, Memory.SendingBytes));
            Memory.Dispose();
        }

        private async Task ReadAsync(Memory<byte> room)
        {
            using var patience = new CancellationTokenSource(ConnectionPair.Patience);
            while (!room.IsEmpty)
            {
                int count = await Peer.ReceiveAsync(room, patience.Token);
                Assert.NotEqual(0, count);
                room = room[count..];
            }
        }
    }
}
