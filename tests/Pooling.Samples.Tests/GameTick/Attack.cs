using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.GameTick;

/// <summary>Clients that attack a server, each kind from an address of its own, until they are stopped.</summary>
internal sealed class Attack : IAsyncDisposable
{
    private const int HalfClosedMoves = 40; // more than may wait for a tick

    private readonly IPEndPoint _server;
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _clients = [];
    private int _connections;
    private int _answered;

    public Attack(IPEndPoint server)
    {
        _server = server;
        (int Clients, Func<Socket, Task> Attack)[] kinds =
        [
            (40, ReceiveToTheEndAsync), // never sends
            (40, SendHalfAFrameAsync),
            (40, SendSlowlyAsync),
            (10, ReadNothingAsync),
            (4, FloodAsync),
            (10, ResetAsync),
            (10, EndSendingAsync),
            (10, SendBadFrameAsync),
            (10, static _ => Task.Delay(5)), // comes and goes
        ];
        for (int i = 0; i < kinds.Length; i++)
        {
            var address = new IPAddress([127, 0, 0, (byte)(10 + i)]);
            for (int client = 0; client < kinds[i].Clients; client++)
                _clients.Add(RunAsync(address, kinds[i].Attack));
        }
    }

    /// <summary>Gets the number of connections that were opened.</summary>
    public int Connections => _connections;

    /// <summary>Gets the number of clients that ended sending, and received a state after all of their moves.</summary>
    public int Answered => _answered;

    /// <summary>Gets what those received that were welcomed and got no such state.</summary>
    public ConcurrentQueue<string> Unanswered { get; } = [];

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await Task.WhenAll(_clients);
        _stopping.Dispose();
    }

    private static byte[] Moves(int count) =>
        [.. Enumerable.Range(1, count).SelectMany(static i => Client.MoveFrame((uint)i, 1, 0))];

    private async Task RunAsync(IPAddress address, Func<Socket, Task> attack)
    {
        await Task.Yield();
        while (!_stopping.IsCancellationRequested)
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.NoDelay = true;
                socket.ReceiveBufferSize = 4096;
                socket.Bind(new IPEndPoint(address, 0));
                await socket.ConnectAsync(_server, _stopping.Token);
                Interlocked.Increment(ref _connections);
                await attack(socket);
                await Task.Delay(5, _stopping.Token);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException)
            {
                // The server has closed the connection, or the attack is over.
            }
        }
    }

    private async Task ReceiveToTheEndAsync(Socket socket)
    {
        byte[] buffer = new byte[4096];
        while (await socket.ReceiveAsync(buffer, _stopping.Token) > 0)
        {
        }
    }

    private async Task SendHalfAFrameAsync(Socket socket)
    {
        await socket.SendAsync(new byte[] { 10, 0, 1 }, _stopping.Token);
        await ReceiveToTheEndAsync(socket);
    }

    private async Task SendSlowlyAsync(Socket socket)
    {
        Task receiving = ReceiveToTheEndAsync(socket);
        foreach (byte each in Moves(10))
        {
            await socket.SendAsync(new[] { each }, _stopping.Token);
            await Task.WhenAny(receiving, Task.Delay(500, _stopping.Token));
        }

        await receiving;
    }

    private async Task ReadNothingAsync(Socket socket)
    {
        while (true) // until the server has closed the connection
        {
            await socket.SendAsync(Moves(1), _stopping.Token);
            await Task.Delay(20, _stopping.Token);
        }
    }

    private async Task FloodAsync(Socket socket)
    {
        Task receiving = ReceiveToTheEndAsync(socket);
        byte[] moves = Moves(1000);
        while (!receiving.IsCompleted)
            await socket.SendAsync(moves, _stopping.Token);

        await receiving;
    }

    private async Task ResetAsync(Socket socket)
    {
        await socket.SendAsync(Moves(GameServer.MaxWaiting), _stopping.Token);
        await socket.ReceiveAsync(new byte[8], _stopping.Token);
        socket.LingerState = new LingerOption(true, 0);
    }

    private async Task EndSendingAsync(Socket socket)
    {
        await socket.SendAsync(Moves(HalfClosedMoves), _stopping.Token);
        socket.Shutdown(SocketShutdown.Send);
        using var received = new MemoryStream();
        byte[] buffer = new byte[4096];
        string end = "the end";
        try
        {
            while (await socket.ReceiveAsync(buffer, _stopping.Token) is > 0 and int read)
                received.Write(buffer, 0, read);
        }
        catch (SocketException exception)
        {
            end = exception.Message;
        }

        if (received.Length == 0)
            return; // the place was refused

        if (HasAllMoves(received.ToArray()))
            Interlocked.Increment(ref _answered);
        else
            Unanswered.Enqueue($"{Convert.ToHexString(received.ToArray())}, and {end}");
    }

    private async Task SendBadFrameAsync(Socket socket)
    {
        await socket.SendAsync(new byte[] { 0xFF, 0xFF }, _stopping.Token);
        await ReceiveToTheEndAsync(socket);
    }

    // Whether the last state contains the client's last move.
    private static bool HasAllMoves(ReadOnlySpan<byte> received)
    {
        uint id = 0;
        bool hasAll = false;
        while (!received.IsEmpty)
        {
            int length = sizeof(ushort) + BitConverter.ToUInt16(received);
            ReadOnlySpan<byte> payload = received[GameServer.HeaderLength..length];
            if (BitConverter.ToUInt16(received[sizeof(ushort)..]) == GameServer.WelcomeOpcode)
                id = BitConverter.ToUInt32(payload);

            received = received[length..];
            for (payload = payload[sizeof(uint)..]; !payload.IsEmpty; payload = payload[GameServer.PlayerLength..])
            {
                hasAll |= BitConverter.ToUInt32(payload) == id
                    && BitConverter.ToUInt32(payload[sizeof(uint)..]) == HalfClosedMoves;
            }
        }

        return hasAll;
    }
}
