using System.Net;
using System.Net.Sockets;

namespace Pooling.GameServer.Crowds;

/// <summary>Relays the bytes between a client and a server, but changes a bit from time to time, or stops reading from the
/// server.</summary>
internal sealed class BadRelay : IAsyncDisposable
{
    private const int BytesPerFlip = 4000; // on average
    private const int ReceiveBuffer = 4096; // so that the server soon detects that nothing is read

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Socket _server = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly TaskCompletionSource _end = new();
    private readonly Task _running;
    private Socket? _client;

    private BadRelay(EndPoint server, Func<Socket, Socket, Task> toServer, Func<Socket, Socket, Task> toClient)
    {
        _server.ReceiveBufferSize = ReceiveBuffer;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _running = Run(server, toServer, toClient);
    }

    /// <summary>Creates a relay that changes bits.</summary>
    public static BadRelay OfFlippedBits(EndPoint server, int seed) => new(
        server, (from, to) => Flip(from, to, new Random(seed)), (from, to) => Flip(from, to, new Random(~seed)));

    /// <summary>Creates a relay that stops reading from the server.</summary>
    /// <param name="server">The server.</param>
    /// <param name="count">The number of bytes that it reads first.</param>
    public static BadRelay OfSlowReader(EndPoint server, int count)
    {
        BadRelay relay = null!;
        relay = new BadRelay(server, static (from, to) => PassOn(from, to, int.MaxValue), async (from, to) =>
        {
            await PassOn(from, to, count);
            await relay._end.Task;
        });
        return relay;
    }

    public EndPoint EndPoint => _listener.LocalEndPoint!;

    public async ValueTask DisposeAsync()
    {
        _end.TrySetResult();
        _listener.Dispose();
        _client?.Dispose();
        _server.Dispose();
        await _running;
    }

    private async Task Run(EndPoint server, Func<Socket, Socket, Task> toServer, Func<Socket, Socket, Task> toClient)
    {
        try
        {
            await _server.ConnectAsync(server);
            _client = await _listener.AcceptAsync();
            await Task.WhenAll(toServer(_client, _server), toClient(_server, _client));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The normal end of the loop.
        }
        finally
        {
            _client?.Dispose();
            _server.Dispose();
        }
    }

    private static async Task PassOn(Socket from, Socket to, int maxCount)
    {
        byte[] buffer = new byte[1024];
        int count;
        for (; maxCount > 0 && (count = await from.ReceiveAsync(buffer)) > 0; maxCount -= count)
            await to.SendAsync(buffer.AsMemory(0, count));
    }

    private static async Task Flip(Socket from, Socket to, Random random)
    {
        byte[] buffer = new byte[1024];
        int next = random.Next(2 * BytesPerFlip); // bytes until the next flip
        int count;
        while ((count = await from.ReceiveAsync(buffer)) > 0)
        {
            for (; next < count; next += 1 + random.Next(2 * BytesPerFlip))
                buffer[next] ^= (byte)(1 << random.Next(8));

            next -= count;
            await to.SendAsync(buffer.AsMemory(0, count));
        }

        to.Dispose(); // which ends the other direction, too
    }
}
