using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.GameTick;

/// <summary>The part of a game server that is the same in both ways: it accepts players up to a limit, ticks, and stops.</summary>
/// <remarks>A frame is a length of 16 bits, an opcode of 16 bits, and a payload. All numbers are little-endian. One thread at a time ticks
/// and disposes; connections run on the thread pool.</remarks>
internal abstract class GameServer : IAsyncDisposable
{
    public const ushort MoveOpcode = 1; // from the client: a Move
    public const ushort LeaveOpcode = 2; // from the client: nothing
    public const ushort WelcomeOpcode = 3; // to the client: its number
    public const ushort StateOpcode = 4; // to the client: the number of the tick; number, last sequence, X and Y of each player
    public const int HeaderLength = 4; // bytes: length and opcode
    public const int PlayerLength = 16; // bytes of a player in the state
    public const int MaxFrame = 64; // bytes of a client's frame after the length
    public const int MaxWaiting = 32; // moves of one player that wait for the tick
    public const int MaxUnsent = 150; // messages that wait for one player: 5 s at 30 ticks a second

    private const int SendBuffer = 32 * 1024; // bytes that the system takes for a player who does not read

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Dictionary<uint, Task> _connections = []; // each has a place; also the lock for the next two
    private readonly Dictionary<IPAddress, int> _placesOf = [];
    private readonly List<(uint Id, IPAddress Address)> _ended = []; // whose places are free after the next tick
    private Task _accepting = Task.CompletedTask;
    private uint _lastId; // accepting loop only

    /// <summary>Initializes a server on a free port of the loopback address.</summary>
    /// <param name="limits">The limits. A connection without a place is closed at once.</param>
    protected GameServer(GameLimits limits)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(limits.Players, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(limits.Players, GameLimits.MaxPlayers);

        Limits = limits;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
    }

    public IPEndPoint EndPoint { get; }

    public GameLimits Limits { get; }

    /// <summary>Gets the number of places that are taken.</summary>
    public int PlaceCount
    {
        get
        {
            lock (_connections)
                return _connections.Count;
        }
    }

    /// <summary>Gets the number of moves that wait for the tick.</summary>
    public abstract int WaitingCount { get; }

    /// <summary>Accepts players from now on.</summary>
    public void Start() => _accepting = AcceptAsync();

    /// <summary>Carries out the moves that wait, and sends the new state to all players. Never waits for a player.</summary>
    /// <remarks>A place is free after the tick that has carried out the player's last moves. So the queues have room
    /// for everybody's, however often players come and go between two ticks.</remarks>
    public void Tick()
    {
        int ended;
        lock (_connections)
            ended = _ended.Count;

        CarryOut();
        if (ended == 0)
            return;

        lock (_connections)
        {
            foreach ((uint id, IPAddress address) in _ended.Take(ended))
            {
                _connections.Remove(id);
                if (--_placesOf[address] == 0)
                    _placesOf.Remove(address);
            }

            _ended.RemoveRange(0, ended);
        }
    }

    /// <summary>Ticks at a fixed rate. A tick that is missed because the last one took too long is left out.</summary>
    /// <exception cref="OperationCanceledException">The token was canceled, which is how this ends.</exception>
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
        lock (_connections)
            connections = [.. _connections.Values];

        await Task.WhenAll(connections);
        _stopping.Dispose();
    }

    /// <summary>Takes in the players who have come, carries out the moves that wait, and sends the new state.</summary>
    protected abstract void CarryOut();

    /// <summary>Welcomes a player, and serves the connection until it ends.</summary>
    protected abstract Task PlayAsync(Socket socket, uint id, CancellationToken stopping);

    protected static byte[] EncodeWelcome(uint id)
    {
        byte[] frame = new byte[HeaderLength + sizeof(uint)];
        WriteHeader(frame, WelcomeOpcode);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(HeaderLength), id);
        return frame;
    }

    /// <summary>Writes length and opcode to the beginning of a frame.</summary>
    public static void WriteHeader(Span<byte> frame, ushort opcode)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(frame, (ushort)(frame.Length - sizeof(ushort)));
        BinaryPrimitives.WriteUInt16LittleEndian(frame[sizeof(ushort)..], opcode);
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                Socket socket = await _listener.AcceptAsync(_stopping.Token);
                if (!TryServe(socket))
                    socket.Dispose();
            }
            catch (SocketException)
            {
                await Task.Delay(100, CancellationToken.None); // the client has left already, or too many files are open
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    private bool TryServe(Socket socket)
    {
        IPAddress address = ((IPEndPoint)socket.RemoteEndPoint!).Address;
        lock (_connections)
        {
            int own = _placesOf.GetValueOrDefault(address);
            if (own >= Limits.Players - _connections.Count)
                return false; // an address leaves to others at least as many as it takes

            _placesOf[address] = own + 1;
            _connections.Add(++_lastId, ServeAsync(socket, _lastId, address));
            return true;
        }
    }

    private async Task ServeAsync(Socket socket, uint id, IPAddress address)
    {
        await Task.Yield(); // so that the connection is in the dictionary before it ends
        try
        {
            socket.NoDelay = true;
            socket.SendBufferSize = SendBuffer;
            await PlayAsync(socket, id, _stopping.Token);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException
            or InvalidDataException or OperationCanceledException)
        {
            // The player has left, was dropped, or has sent a bad frame; or the server stops. Nothing is logged: others decide how often.
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine(exception); // a fault of ours, which must not end the other connections
        }
        finally
        {
            socket.Dispose();
            lock (_connections)
                _ended.Add((id, address));
        }
    }
}
