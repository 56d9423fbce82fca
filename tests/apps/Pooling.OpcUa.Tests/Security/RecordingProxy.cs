using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Pooling.OpcUa.Security;

/// <summary>A proxy between clients and a server. It keeps each frame, and may replace it.</summary>
internal sealed class RecordingProxy : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly IPEndPoint _server;
    private readonly List<(bool FromClient, byte[] Bytes)> _frames = []; // both lists are guarded by its lock
    private readonly List<Socket> _sockets = [];

    public RecordingProxy(IPEndPoint server)
    {
        _server = server;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        Url = $"opc.tcp://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}";
        _ = AcceptAsync();
    }

    public string Url { get; }

    /// <summary>Gets a function that replaces a frame for the client.</summary>
    public Func<byte[], byte[]> OnResponse { get; init; } = static bytes => bytes;

    public List<(bool FromClient, byte[] Bytes)> Frames
    {
        get
        {
            lock (_frames)
                return [.. _frames];
        }
    }

    /// <summary>Ends all connections.</summary>
    public void Cut()
    {
        lock (_frames)
        {
            foreach (Socket socket in _sockets)
                socket.Dispose();

            _sockets.Clear();
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        Cut();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket client = await _listener.AcceptAsync();
                var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                client.NoDelay = true;
                await server.ConnectAsync(_server);
                lock (_frames)
                    _sockets.AddRange([client, server]);

                _ = PassAsync(client, server, fromClient: true);
                _ = PassAsync(server, client, fromClient: false);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The test has ended.
        }
    }

    private async Task PassAsync(Socket from, Socket to, bool fromClient)
    {
        try
        {
            using var stream = new NetworkStream(from);
            while (true)
            {
                var header = new byte[8];
                await stream.ReadExactlyAsync(header);
                var frame = new byte[BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4))];
                header.CopyTo(frame, 0);
                await stream.ReadExactlyAsync(frame.AsMemory(8));
                lock (_frames)
                    _frames.Add((fromClient, frame));

                await to.SendAsync(fromClient ? frame : OnResponse(frame));
            }
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
        {
            to.Dispose();
            from.Dispose();
        }
    }
}
