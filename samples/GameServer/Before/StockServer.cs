using System.Collections.Concurrent;
using System.Net.Sockets;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>The server by the plain means: objects, locks, streams, arrays and reflection, as they were published.</summary>
internal sealed partial class StockServer : IGameServer
{
    private readonly ConcurrentQueue<StockEvent> _events = new();
    private readonly List<StockConnection> _connections = []; // under its own lock
    private readonly List<Task> _tasks = []; // under the lock of _connections

    public StockServer(ServerLimits? limits = null)
    {
        Limits = limits ?? new ServerLimits();
        Handlers = new StockHandlers(this);
    }

    public string Name => "stock";

    public ServerLimits Limits { get; }

    public ServerCounters Counters { get; } = new();

    public StockDispatcher Dispatcher { get; } = new();

    public StockHandlers Handlers { get; }

    public int Players => Volatile.Read(ref _playerCount);

    public int Connections
    {
        get
        {
            lock (_connections)
                return _connections.Count;
        }
    }

    public void Accept(Socket socket)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        var connection = new StockConnection(this, socket);
        bool isFull;
        lock (_connections)
        {
            isFull = _connections.Count >= Limits.Clients;
            _connections.Add(connection);
        }

        if (isFull)
            connection.Close(DisconnectReason.ServerFull);

        Watch(connection.Run());
    }

    /// <summary>Tells the tick thread something.</summary>
    public void Post(StockEvent message) => _events.Enqueue(message);

    public void Forget(StockConnection connection)
    {
        lock (_connections)
            _connections.Remove(connection);
    }

    /// <summary>Keeps a task until it ends, so that the server can wait for it.</summary>
    public void Watch(Task task)
    {
        lock (_connections)
        {
            _tasks.RemoveAll(static task => task.IsCompletedSuccessfully);
            _tasks.Add(task);
        }
    }

    public async Task Stop()
    {
        StockConnection[] connections;
        lock (_connections)
            connections = [.. _connections];

        foreach (StockConnection connection in connections)
            connection.Close(DisconnectReason.Shutdown);

        HandleEvents();
        foreach (StockConnection player in _players.ToArray())
            Leave(player); // whose own event came too late

        while (_leaving.Count > 0) // each at most a second
        {
            FinishLeaving();
            await Task.Delay(10).ConfigureAwait(false);
        }

        foreach (StockConnection connection in connections)
            connection.Abort();

        Task[] tasks;
        lock (_connections)
            tasks = [.. _tasks];

        await Task.WhenAll(tasks).ConfigureAwait(false);
    }
}
