using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using WebSockets.Hub;

namespace Pooling.WebSockets.Hub;

/// <summary>An HTTP/2 client whose frames a test sends. It receives an answer only on request. Any thread.</summary>
internal sealed class RawHttp2 : IDisposable
{
    private const int Data = 0, Headers = 1, Reset = 3, Settings = 4, Ping = 6, WindowUpdate = 8;
    private const int EndOfStream = 1, Acknowledgement = 1, EndOfHeaders = 4;
    private const int Connection = 0;
    private const int InitialWindow = 65_535;
    private const int MaxFrameLength = 16_384;

    private readonly ConcurrentDictionary<int, Stream> _streams = new();
    private readonly Lock _lock = new(); // for writes, and for the initial window of streams
    private readonly NetworkStream _network;
    private int _initialWindow = InitialWindow; // that the server accepts
    private int _lastStream = -1;

    private RawHttp2(NetworkStream network) => _network = network;

    /// <summary>Connects.</summary>
    /// <param name="hub">The hub.</param>
    /// <param name="window">The number of bytes of each stream that the server may send before it is allowed to continue.</param>
    public static async Task<RawHttp2> Connect(HubServer hub, int window)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, hub.Http2Address!.Port);
        var client = new RawHttp2(new NetworkStream(socket, ownsSocket: true));
        client._streams[Connection] = new Stream { Window = InitialWindow };
        client._network.Write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8);
        const byte InitialWindowSize = 4;
        client.Write(Settings, 0, Connection, [0, InitialWindowSize, .. Number(window)]);
        _ = Task.Run(client.ReadAll);
        return client;
    }

    /// <summary>Requests a socket.</summary>
    /// <returns>The number of its stream.</returns>
    public int Open(string path)
    {
        var block = new List<byte>();
        foreach ((string name, string value) in new[]
        {
            (":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
            ("sec-websocket-version", "13"),
        })
        {
            block.AddRange([0, (byte)name.Length, .. Encoding.ASCII.GetBytes(name)]);
            block.AddRange([(byte)value.Length, .. Encoding.ASCII.GetBytes(value)]);
        }

        lock (_lock)
        {
            int stream = _lastStream += 2;
            _streams[stream] = new Stream { Window = _initialWindow };
            Write(Headers, EndOfHeaders, stream, [.. block]);
            return stream;
        }
    }

    /// <summary>Returns the number of bytes that the server accepts for a stream now.</summary>
    public int RoomOf(int stream) => Math.Min(Volatile.Read(ref _streams[stream].Window), Volatile.Read(ref _streams[Connection].Window));

    /// <summary>Sends as many bytes as the server accepts now.</summary>
    /// <returns>The number of these bytes.</returns>
    public int SendSome(int stream, ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            int count = Math.Min(Math.Min(bytes.Length, MaxFrameLength), Math.Max(0, RoomOf(stream)));
            if (count == 0)
                return 0;

            Interlocked.Add(ref _streams[stream].Window, -count);
            Interlocked.Add(ref _streams[Connection].Window, -count);
            Write(Data, 0, stream, bytes[..count]);
            return count;
        }
    }

    /// <summary>Sends all bytes, as the server accepts them.</summary>
    public async Task Send(int stream, byte[] bytes)
    {
        for (int sent = 0; sent < bytes.Length; sent += SendSome(stream, bytes.AsSpan(sent)))
            await HubTest.Until(() => RoomOf(stream) > 0);
    }

    /// <summary>Ends a stream.</summary>
    public void End(int stream) => Write(Data, EndOfStream, stream, []);

    /// <summary>Allows the server to send a number of additional bytes.</summary>
    public void Allow(int stream, int bytes) => Write(WindowUpdate, 0, stream, Number(bytes));

    /// <summary>Returns the number of received bytes of a stream.</summary>
    public int ReceivedOf(int stream) => Volatile.Read(ref _streams[stream].Received);

    public bool HasEnded(int stream) => Volatile.Read(ref _streams[stream].HasEnded);

    public void Dispose() => _network.Dispose();

    private static byte[] Number(int value)
    {
        byte[] bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }

    private void Write(int type, int flags, int stream, ReadOnlySpan<byte> payload)
    {
        byte[] frame = [.. Number(payload.Length)[1..], (byte)type, (byte)flags, .. Number(stream), .. payload];
        lock (_lock)
            _network.Write(frame);
    }

    private async Task ReadAll()
    {
        try
        {
            byte[] head = new byte[9];
            while (true)
            {
                await _network.ReadExactlyAsync(head);
                byte[] payload = new byte[BinaryPrimitives.ReadInt32BigEndian(head) >> 8];
                await _network.ReadExactlyAsync(payload);
                Accept(head[3], head[4], BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(5)), payload);
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            // The connection has ended.
        }
    }

    private void Accept(int type, int flags, int stream, byte[] payload)
    {
        switch (type)
        {
            case Settings when (flags & Acknowledgement) == 0:
                AcceptSettings(payload);
                Write(Settings, Acknowledgement, Connection, []);
                break;

            case Ping when (flags & Acknowledgement) == 0:
                Write(Ping, Acknowledgement, Connection, payload);
                break;

            case WindowUpdate:
                Interlocked.Add(ref _streams[stream].Window, BinaryPrimitives.ReadInt32BigEndian(payload));
                break;

            case Data or Headers or Reset:
                Stream one = _streams[stream];
                Interlocked.Add(ref one.Received, type == Data ? payload.Length : 0);
                if (type == Reset || (flags & EndOfStream) != 0)
                    Volatile.Write(ref one.HasEnded, true);

                break;
        }
    }

    private void AcceptSettings(ReadOnlySpan<byte> payload)
    {
        for (; payload.Length >= 6; payload = payload[6..])
        {
            if (BinaryPrimitives.ReadInt16BigEndian(payload) != 4)
                continue;

            int window = BinaryPrimitives.ReadInt32BigEndian(payload[2..]);
            lock (_lock)
            {
                foreach ((int number, Stream stream) in _streams)
                    Interlocked.Add(ref stream.Window, number == Connection ? 0 : window - _initialWindow);

                _initialWindow = window;
            }
        }
    }

    private sealed class Stream
    {
        public int Window; // the number of bytes that the server still accepts
        public int Received;
        public bool HasEnded;
    }
}
