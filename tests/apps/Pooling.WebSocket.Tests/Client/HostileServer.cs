using System.Net;
using System.Net.Sockets;
using System.Text;
using WebSockets.Protocol.Handshakes;

namespace Pooling.WebSockets.Client;

/// <summary>A server on this machine whose responses a test writes for each connection.</summary>
internal sealed class HostileServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<int, NetworkStream, string, Task> _answer;
    private int _connections;

    /// <param name="answer">Answers a connection: its number from 0 on, its stream, and the key of its request.</param>
    public HostileServer(Func<int, NetworkStream, string, Task> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = Accept();
    }

    public Uri Address => new($"ws://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/");

    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Writes the lines of a response header.</summary>
    public static Task Say(NetworkStream stream, params string[] lines) =>
        stream.WriteAsync(Encoding.ASCII.GetBytes(string.Join("\r\n", [.. lines, "", ""]))).AsTask();

    /// <summary>Accepts a socket, and writes frames in the same piece.</summary>
    public static Task Upgrade(NetworkStream stream, string key, params byte[] frames) => stream.WriteAsync((byte[])
    [
        .. Encoding.ASCII.GetBytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + $"Sec-WebSocket-Accept: {WebSocketKey.Accept(key)}\r\n\r\n"), .. frames,
    ]).AsTask();

    public void Dispose() => _listener.Dispose();

    private async Task Accept()
    {
        for (int number = 0; ; number++)
        {
            TcpClient client = await _listener.AcceptTcpClientAsync();
            Interlocked.Increment(ref _connections);
            int mine = number;
            _ = Task.Run(async () =>
            {
                using (client)
                {
                    NetworkStream stream = client.GetStream();
                    await _answer(mine, stream, await KeyOf(stream));
                }
            });
        }
    }

    private static async Task<string> KeyOf(NetworkStream stream)
    {
        var head = new StringBuilder();
        byte[] one = new byte[1];
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            await stream.ReadExactlyAsync(one);
            head.Append((char)one[0]);
        }

        const string Header = "Sec-WebSocket-Key: ";
        return head.ToString().Split("\r\n").Single(static line => line.StartsWith(Header, StringComparison.Ordinal))[Header.Length..];
    }
}
