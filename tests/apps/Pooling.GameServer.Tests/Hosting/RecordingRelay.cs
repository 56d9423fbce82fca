using System.Net;
using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>A relay between a client and a server. It forwards and records every frame, and can insert frames.</summary>
internal sealed class RecordingRelay : IAsyncDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Socket _server = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<byte[]> _fromClient = [];
    private readonly List<byte[]> _fromServer = [];
    private readonly SemaphoreSlim _toClient = new(1);
    private readonly Task _running;
    private Socket? _client;

    /// <param name="server">The server.</param>
    /// <param name="from">The address of the relay when it connects to the server.</param>
    public RecordingRelay(EndPoint server, string from = "127.0.0.1")
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _server.Bind(new IPEndPoint(IPAddress.Parse(from), 0));
        _running = Run(server);
    }

    public EndPoint EndPoint => _listener.LocalEndPoint!;

    public IReadOnlyList<Packet> FromClient => Packets(_fromClient);

    public IReadOnlyList<Packet> FromServer => Packets(_fromServer);

    /// <summary>Sends a frame to the client as if it came from the server.</summary>
    public async Task SendToClient(Packet packet)
    {
        await _toClient.WaitAsync();
        try
        {
            await _client!.SendAsync(Frame(packet));
        }
        catch (SocketException)
        {
            // The client has disconnected, as expected.
        }
        finally
        {
            _toClient.Release();
        }
    }

    /// <summary>Sends bytes to the server as if they came from the client.</summary>
    public Task SendToServer(ReadOnlyMemory<byte> bytes) => _server.SendAsync(bytes).AsTask();

    public static byte[] Frame(Packet packet)
    {
        using var stream = new MemoryStream();
        packet.WriteDelimitedTo(stream);
        return stream.ToArray();
    }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        _client?.Dispose();
        _server.Dispose();
        await _running;
        _toClient.Dispose();
    }

    private async Task Run(EndPoint server)
    {
        try
        {
            await _server.ConnectAsync(server);
            _client = await _listener.AcceptAsync();
            await Task.WhenAll(HandOn(_client, _server, _fromClient, null), HandOn(_server, _client, _fromServer, _toClient));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The normal end of the loop.
        }
    }

    private static async Task HandOn(Socket from, Socket to, List<byte[]> frames, SemaphoreSlim? sending)
    {
        using var stream = new NetworkStream(from);
        try
        {
            while (await ReadFrame(stream) is { } frame)
            {
                lock (frames)
                    frames.Add(frame);

                if (sending is not null)
                    await sending.WaitAsync();

                try
                {
                    await to.SendAsync(frame);
                }
                finally
                {
                    sending?.Release();
                }
            }

            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
        {
            // As above.
        }
    }

    private static async Task<byte[]?> ReadFrame(NetworkStream stream)
    {
        List<byte> length = [];
        byte[] one = new byte[1];
        int value = 0;
        do
        {
            if (await stream.ReadAsync(one) == 0)
                return null;

            value |= (one[0] & 0x7f) << (7 * length.Count);
            length.Add(one[0]);
        }
        while (one[0] >= 0x80);

        byte[] frame = [.. length, .. new byte[value]];
        await stream.ReadExactlyAsync(frame.AsMemory(length.Count));
        return frame;
    }

    private static List<Packet> Packets(List<byte[]> frames)
    {
        lock (frames)
            return [.. frames.Select(static frame => Packet.Parser.ParseDelimitedFrom(new MemoryStream(frame)))];
    }
}
