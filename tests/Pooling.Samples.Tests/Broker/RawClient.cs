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

    public RawClient(IPEndPoint broker) => _client.Connect(broker);

    public void Send(params ReadOnlySpan<byte> bytes) => _client.GetStream().Write(bytes);

    public byte[] Receive(int count)
    {
        byte[] bytes = new byte[count];
        _client.GetStream().ReadExactly(bytes);
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
            while (_client.GetStream().Read(buffer) is > 0 and int read)
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
