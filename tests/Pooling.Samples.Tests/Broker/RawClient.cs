using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.Broker;

/// <summary>A client that sends bytes as they are given, right or wrong.</summary>
internal sealed class RawClient : IDisposable
{
    /// <summary>A CONNECT packet of MQTT 3.1.1.</summary>
    public static byte[] Connect => [0x10, 12, 0, 4, .. "MQTT"u8, 4, 2, 0, 0, 0, 0];

    /// <summary>A SUBSCRIBE packet for the topic "t".</summary>
    public static byte[] Subscribe => [0x82, 6, 0, 7, 0, 1, (byte)'t', 0];

    private readonly TcpClient _client = new() { NoDelay = true, ReceiveTimeout = 60_000, SendTimeout = 60_000, ReceiveBufferSize = 4096 };

    private readonly NetworkStream _stream;

    public RawClient(IPEndPoint broker)
    {
        _client.Connect(broker);
        _stream = _client.GetStream();
    }

    public void Send(params ReadOnlySpan<byte> bytes) => _stream.Write(bytes);

    /// <summary>Connects and subscribes, and receives the answers.</summary>
    public RawClient Subscribed(ReadOnlySpan<byte> topic = default)
    {
        topic = topic.IsEmpty ? "t"u8 : topic;
        Send([.. Connect, 0x82, (byte)(5 + topic.Length), 0, 7, 0, (byte)topic.Length, .. topic, 0]);
        Assert.Equal([0x20, 2, 0, 0, 0x90, 3, 0, 7, 0], Receive(9));
        return this;
    }

    /// <summary>Receives packets that are all the same.</summary>
    /// <returns>The number of packets until the end, or one that differs.</returns>
    public int ReceiveAll(int most, ReadOnlySpan<byte> packet)
    {
        byte[] buffer = new byte[packet.Length];
        var stream = new BufferedStream(_stream, 16 * 1024);
        int count = 0;
        while (count < most && stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false) == buffer.Length
            && packet.SequenceEqual(buffer))
        {
            count++;
        }

        return count;
    }

    public void EndSending() => _client.Client.Shutdown(SocketShutdown.Send);

    /// <summary>Ends the connection without sending what is left.</summary>
    public void Reset()
    {
        _client.LingerState = new LingerOption(true, 0);
        _client.Dispose();
    }

    public byte[] Receive(int count)
    {
        byte[] bytes = new byte[count];
        _stream.ReadExactly(bytes);
        return bytes;
    }

    /// <summary>Receives until the broker ends the connection.</summary>
    /// <returns>The number of bytes.</returns>
    public int ReceiveToEnd()
    {
        byte[] buffer = new byte[4096];
        int count = 0;
        try
        {
            while (_stream.Read(buffer) is > 0 and int read)
                count += read;
        }
        catch (IOException exception) when (exception.InnerException is SocketException { SocketErrorCode: not SocketError.TimedOut })
        {
            // The connection was reset, which is one of the ways to end.
        }

        return count;
    }

    public void Dispose() => _client.Dispose();
}
