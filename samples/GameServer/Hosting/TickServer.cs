using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>What servers have in common: the order of a tick, who comes and goes, and deadlines.</summary>
/// <typeparam name="TConnection">How a server reads, queues, encodes and sends.</typeparam>
internal abstract class TickServer<TConnection>(ServerLimits limits) : IGameServer where TConnection : ClientConnection
{
    private const int MostRefused = 64; // connections beyond the limit that are told so at a time
    private const int FarewellMilliseconds = 1000; // in which a peer may read why its connection ended

    private readonly List<TConnection> _connections = []; // under its own lock
    private readonly List<Task> _tasks = []; // under the lock of _connections
    private readonly List<TConnection> _checked = []; // of the tick thread
    private readonly List<TConnection> _leaving = []; // out of the world, with their last packets to send
    private int _playerCount;
    private uint _lastEntity;

    public abstract string Name { get; }

    public ServerLimits Limits => limits;

    public ServerCounters Counters { get; } = new();

    public int Players => Volatile.Read(ref _playerCount);

    public int Connections
    {
        get
        {
            lock (_connections)
                return _connections.Count;
        }
    }

    public int Tasks
    {
        get
        {
            lock (_connections)
                return _tasks.Count(static task => !task.IsCompletedSuccessfully);
        }
    }

    public virtual Outstanding Outstanding => default;

    /// <summary>The players in the world. Tick thread only.</summary>
    protected List<TConnection> Playing { get; } = [];

    public void Accept(Socket socket)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        TConnection connection;
        bool isFull;
        lock (_connections)
        {
            isFull = _connections.Count >= limits.Clients;
            if (_connections.Count >= limits.Clients + MostRefused)
            {
                Counters.AddDisconnect(DisconnectReason.ServerFull);
                socket.Dispose();
                return;
            }

            connection = Connect(socket);
            _connections.Add(connection);
        }

        if (isFull)
            connection.Close(DisconnectReason.ServerFull);

        Watch(Run(connection));
    }

    public void Tick(long number)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Packets);
        HandleEvents();
        HandlePackets();
        LookAround(number);
        if (number % WorldRules.BroadcastTicks == 0)
            Broadcast();

        if (number % WorldRules.TicksPerSecond == 0)
            CloseLate();

        foreach (TConnection player in Playing)
            player.Flush();

        FinishLeaving();
    }

    public async Task Stop()
    {
        TConnection[] connections;
        lock (_connections)
            connections = [.. _connections];

        CloseAll(connections);
        while (_leaving.Count > 0) // for a second and a little
        {
            FinishLeaving();
            await Task.Delay(10).ConfigureAwait(false);
        }

        foreach (TConnection connection in connections)
            connection.Abort();

        Task[] tasks;
        lock (_connections)
            tasks = [.. _tasks];

        try
        {
            await Task.WhenAll(tasks).ConfigureAwait(false);
        }
        finally
        {
            foreach (TConnection connection in connections)
                connection.Release(); // also those whose login was not handled any more

            Dispose();
        }
    }

    /// <summary>Keeps a task until it ends, so that the server can wait for it.</summary>
    protected void Watch(Task task)
    {
        lock (_connections)
        {
            _tasks.RemoveAll(static task => task.IsCompletedSuccessfully);
            _tasks.Add(task);
        }
    }

    protected abstract TConnection Connect(Socket socket);

    /// <summary>Handles what connections told the tick thread: calls <see cref="Join"/> and <see cref="Leave"/>, and hands on chat.</summary>
    protected abstract void HandleEvents();

    /// <summary>Handles no more events, since there are no ticks any more.</summary>
    protected abstract void EndEvents();

    /// <summary>Handles what players sent, up to the limit of each.</summary>
    protected abstract void HandlePackets();

    /// <summary>Finds out what players see, a part of them in each tick.</summary>
    protected abstract void LookAround(long number);

    /// <summary>Tells players what changed of what they see.</summary>
    protected abstract void Broadcast();

    /// <summary>Puts a player into the world.</summary>
    protected abstract void Enter(TConnection player, uint entity, string name, int x, int y);

    /// <summary>Takes a player out of the world.</summary>
    protected abstract void Remove(TConnection player);

    /// <summary>Adds a packet that must arrive, of those that are seldom.</summary>
    protected abstract void Send(TConnection player, ushort type, IMessage message);

    /// <summary>Gives back what the server holds. There are no connections any more.</summary>
    protected abstract void Dispose();

    protected void Join(TConnection player, string name)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        if (player.HasLeft)
            return;

        uint entity = ++_lastEntity;
        (int x, int y) = WorldRules.Spawn(entity);
        Enter(player, entity, name, x, y);
        Playing.Add(player);
        Volatile.Write(ref _playerCount, Playing.Count);
        Send(player, Opcode.LoginResult, new LoginResult { Entity = entity, X = x, Y = y, WorldSize = WorldRules.Size, LongestStep = WorldRules.LongestStep });
    }

    protected void Leave(TConnection player)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        if (player.HasLeft)
            return;

        player.HasLeft = true;
        if (!Playing.Remove(player))
        {
            player.Release(); // its login was not handled yet, and will not be
            return;
        }

        Volatile.Write(ref _playerCount, Playing.Count);
        Remove(player);
        player.ClearOutbox();
        if (player.Reason is DisconnectReason.PeerLeft or DisconnectReason.SlowClient)
            player.Abort(); // nobody reads
        else
            Send(player, Opcode.Disconnect, new Disconnect { Reason = player.Reason });

        _leaving.Add(player);
    }

    private async Task Run(TConnection connection)
    {
        try
        {
            await connection.Run().ConfigureAwait(false);
        }
        finally
        {
            lock (_connections)
                _connections.Remove(connection);
        }
    }

    private void CloseAll(TConnection[] connections)
    {
        foreach (TConnection connection in connections)
            connection.Close(DisconnectReason.Shutdown);

        HandleEvents();
        EndEvents();
        foreach (TConnection player in Playing.ToArray())
            Leave(player); // whose own event came too late
    }

    /// <summary>Ends connections that take too long for something.</summary>
    private void CloseLate()
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        long now = Environment.TickCount64;
        lock (_connections)
            _checked.AddRange(_connections);

        foreach (TConnection connection in _checked)
        {
            if (connection.ClosedAt != 0)
            {
                if (now - connection.ClosedAt > FarewellMilliseconds)
                    connection.Abort();
            }
            else if (!connection.HasLoggedIn)
            {
                if (now - connection.OpenedAt > limits.Handshake.TotalMilliseconds)
                    connection.Close(DisconnectReason.Timeout);
            }
            else if (now - connection.LastReceived > limits.Silence.TotalMilliseconds)
            {
                connection.Close(DisconnectReason.Timeout);
            }
            else if (connection.WritingSince is > 0 and var since && now - since > limits.Write.TotalMilliseconds)
            {
                connection.Close(DisconnectReason.SlowClient);
            }
        }

        _checked.Clear();
    }

    private void FinishLeaving()
    {
        for (int i = _leaving.Count - 1; i >= 0; i--)
        {
            TConnection player = _leaving[i];
            if (Environment.TickCount64 - player.ClosedAt > FarewellMilliseconds)
                player.Abort(); // so that what it was being sent ends

            if (player.FinishSending())
            {
                player.Release();
                _leaving.RemoveAt(i);
            }
        }
    }
}
