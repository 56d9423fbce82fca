using System.Net;
using System.Net.Sockets;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>One publisher and many subscribers on real sockets, which check every byte that they receive.</summary>
/// <remarks>One thread drives all of them with calls that block, and allocates nothing for a message: what is measured is the
/// broker's.</remarks>
internal sealed class Crowd : IDisposable
{
    private const string Topic = "prices/EUR";
    private const int Patience = 30_000; // ms; only what is wrong takes so long

    private readonly List<Socket> _sockets = []; // the publisher is the first
    private readonly byte[] _received = new byte[2 * MqttBroker.MaxPacket];
    private readonly PooledArrayBufferWriter<byte> _packet = new();
    private int _messages;

    /// <summary>Connects the publisher and the subscribers.</summary>
    public Crowd(IPEndPoint broker, int subscribers)
    {
        for (int i = 0; i <= subscribers; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
            {
                NoDelay = true,
                ReceiveTimeout = Patience,
                SendTimeout = Patience,
            };
            _sockets.Add(socket);
            socket.Connect(broker);
            Send(socket, 0x10, static writer =>
            {
                writer.WritePrefixedUtf8("MQTT", LengthPrefix.UInt16BigEndian);
                writer.Write([4, 2, 0, 0, 0, 0]); // level, clean session, no time to keep alive, no name
            });
            Expect(socket, [0x20, 2, 0, 0]);
            if (i == 0)
                continue;

            Send(socket, 0x82, static writer =>
            {
                writer.WriteUInt16BigEndian(1);
                writer.WritePrefixedUtf8(Topic, LengthPrefix.UInt16BigEndian);
                writer.WriteByte(0);
            });
            Expect(socket, [0x90, 3, 0, 1, 0]);
        }
    }

    /// <summary>Publishes messages, each as soon as all subscribers have received the one before.</summary>
    /// <exception cref="InvalidDataException">A subscriber received something else.</exception>
    public void Publish(int count, byte[] payload)
    {
        for (int i = 0; i < count; i++)
        {
            payload[0] = (byte)++_messages; // no two messages in a row are equal
            _packet.ResetWrittenCount();
            _packet.WriteByte(0x30);
            _packet.WriteVarint32((uint)(sizeof(ushort) + Topic.Length + payload.Length));
            _packet.WritePrefixedUtf8(Topic, LengthPrefix.UInt16BigEndian);
            _packet.Write(payload);
            SendPacket(_sockets[0]);
            for (int subscriber = 1; subscriber < _sockets.Count; subscriber++)
                Expect(_sockets[subscriber], _packet.WrittenSpan);
        }
    }

    public void Dispose()
    {
        _sockets.ForEach(static socket => socket.Dispose());
        _packet.Dispose();
    }

    private void Send(Socket socket, byte header, Action<PooledArrayBufferWriter<byte>> write)
    {
        _packet.ResetWrittenCount();
        _packet.WriteByte(header);
        BufferReservation<byte> length = _packet.Reserve(1);
        write(_packet);
        length.PatchVarintLength();
        SendPacket(socket);
    }

    private void SendPacket(Socket socket)
    {
        for (ReadOnlySpan<byte> rest = _packet.WrittenSpan; !rest.IsEmpty;)
            rest = rest[socket.Send(rest)..];
    }

    private void Expect(Socket socket, ReadOnlySpan<byte> expected)
    {
        for (int count = 0; count < expected.Length;)
        {
            int read = socket.Receive(_received.AsSpan(count, expected.Length - count));
            if (read == 0 || !_received.AsSpan(count, read).SequenceEqual(expected.Slice(count, read)))
                throw new InvalidDataException($"A client received something else than {Encoding.ASCII.GetString(expected[..1])}.");

            count += read;
        }
    }
}
