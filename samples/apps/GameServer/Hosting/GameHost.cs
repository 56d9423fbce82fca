using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>The listener and the tick loop of a server.</summary>
internal sealed class GameHost : IAsyncDisposable
{
    private readonly Socket _listener;
    private readonly Task _accepting;
    private volatile bool _isStopped;

    private GameHost(IGameServer server, Socket listener)
    {
        Server = server;
        _listener = listener;
        Loop = new TickLoop(WorldRules.TicksPerSecond, server.Tick);
        Loop.Start();
        _accepting = Accept();
    }

    public IGameServer Server { get; }

    public TickLoop Loop { get; }

    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <summary>Starts to listen on this machine only, and starts the ticks.</summary>
    /// <param name="server">The server, which ends with the host.</param>
    /// <param name="port">The port; 0 for any free port.</param>
    /// <exception cref="SocketException">The port is not available.</exception>
    public static GameHost Start(IGameServer server, int port)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
            listener.Listen(1024);
            return new GameHost(server, listener);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <summary>Ends the ticks, then the connections. Calling it again has no effect.</summary>
    /// <exception cref="InvalidOperationException">A tick failed.</exception>
    public async Task Stop()
    {
        if (_isStopped)
            return;

        _isStopped = true;
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        try
        {
            Loop.Stop();
        }
        finally
        {
            await Server.Stop().ConfigureAwait(false);
            Loop.Dispose();
        }
    }

    public async ValueTask DisposeAsync() => await Stop().ConfigureAwait(false);

    private async Task Accept()
    {
        while (!_isStopped)
        {
            if (!await TryAccept().ConfigureAwait(false) && !_isStopped)
                await Task.Delay(10).ConfigureAwait(false); // the peer has already disconnected, or too many files are open: continue
        }
    }

    // A separate method, because this try block in the loop made the optimizing compiler of .NET 10.0 use gigabytes of memory.
    private async Task<bool> TryAccept()
    {
        Socket? socket = null;
        try
        {
            socket = await _listener.AcceptAsync().ConfigureAwait(false);
            socket.NoDelay = true;
            socket.SendBufferSize = Server.Limits.SendBuffer;
            Server.Accept(socket);
            return true;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            socket?.Dispose();
            return false;
        }
    }
}
