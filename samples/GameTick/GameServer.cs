using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.GameTick;

/// <summary>The part of a game server that is the same in both ways: accepts players up to a limit, ticks, and stops.</summary>
/// <remarks>Thread safety: one thread at a time ticks and disposes. Connections run on the thread pool.</remarks>
internal abstract class GameServer : IAsyncDisposable
{
    public const ushort Welcome = 3; // opcode: the player's number, 4 bytes
    public const ushort State = 4; // opcode: the number of the tick, 4 bytes, and PlayerLength bytes for each player
    public const int PlayerLength = 16; // number, last sequence, X, Y
    public const int MaxPlayers = 1000;
    public const int MaxFrame = 64; // bytes of a client's frame after the length
    public const int MaxWaiting = 32; // commands of one player that wait for the tick
    public const int MaxUnsent = 32; // messages that wait for one player

    private const int SendBuffer = 32 * 1024; // bytes that the system takes for a player who does not read

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(100);

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Dictionary<uint, Task> _connections = [];
    private readonly Lock _gate = new(); // guards _connections
    private Task _accepting = Task.CompletedTask;
    private uint _lastId; // accepting loop only

    /// <summary>Initializes a server that listens on a free port of the loopback address.</summary>
    protected GameServer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
    }

    /// <summary>Gets the address for clients.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Gets the number of connections.</summary>
    public int ConnectionCount
    {
        get
        {
            lock (_gate)
                return _connections.Count;
        }
    }

    /// <summary>Gets the number of commands that wait for the tick.</summary>
    public abstract int WaitingCount { get; }

    /// <summary>Accepts players from now on.</summary>
    public void Start() => _accepting = AcceptAsync();

    /// <summary>Carries out the commands that wait, and sends the new state to all players. Never waits for a player.</summary>
    public abstract void Tick();

    /// <summary>Ticks at a fixed rate until it is canceled. Ticks that are missed are left out, not caught up on.</summary>
    /// <exception cref="OperationCanceledException">The token was canceled.</exception>
    public async Task RunAsync(TimeSpan period, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(period);
        while (await timer.WaitForNextTickAsync(cancellationToken))
            Tick();
    }

    public virtual async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _accepting;
        _listener.Dispose();
        Task[] connections;
        lock (_gate)
            connections = [.. _connections.Values];

        await Task.WhenAll(connections);
        _stopping.Dispose();
    }

    /// <summary>Serves one connection until the player leaves, is dropped, or the server stops.</summary>
    protected abstract Task PlayAsync(Socket socket, uint id, CancellationToken stopping);

    private async Task AcceptAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                Begin(await _listener.AcceptAsync(_stopping.Token));
            }
            catch (SocketException)
            {
                await Task.Delay(s_pause, CancellationToken.None); // a client that has left already, or too many open files
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    private void Begin(Socket socket)
    {
        lock (_gate)
        {
            if (_connections.Count < MaxPlayers)
                _connections.Add(++_lastId, ServeAsync(socket, _lastId));
            else
                socket.Dispose();
        }
    }

    private async Task ServeAsync(Socket socket, uint id)
    {
        await Task.Yield(); // so that the connection is listed before it can end
        try
        {
            socket.NoDelay = true;
            socket.SendBufferSize = SendBuffer;
            await PlayAsync(socket, id, _stopping.Token);
        }
        catch (Exception exception) when (exception is SocketException or IOException or ObjectDisposedException
            or InvalidDataException or OperationCanceledException)
        {
            // The player has left, was dropped, or sent what is no frame; or the server stops.
        }
        catch (Exception exception)
        {
            await Console.Error.WriteLineAsync(exception.ToString()); // a fault of one connection must not end the others
        }
        finally
        {
            socket.Dispose();
            lock (_gate)
                _connections.Remove(id);
        }
    }
}
