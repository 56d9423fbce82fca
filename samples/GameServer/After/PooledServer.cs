using System.Buffers;
using System.Net.Sockets;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>The server over the primitives: connections on the threads of the pool, the world on the tick thread, queues between them.</summary>
internal sealed partial class PooledServer : IGameServer
{
    private const int EventCapacity = 8192;

    private readonly ArrayPool<byte> _arrays;
    private readonly PooledArrayBufferWriter _encoded; // the updates of one broadcast

    private readonly MpscRingQueue<ServerEvent> _events = new(EventCapacity);
    private readonly RingQueue<ServerEvent> _ownEvents = new(); // from the tick thread to itself
    private readonly List<PooledConnection> _connections = []; // under its own lock
    private readonly List<Task> _tasks = []; // under the lock of _connections
    private int _tickThread = -1;
    private volatile bool _isStopping;

    /// <param name="limits">What it puts up with.</param>
    /// <param name="arrays">Where the memory of payloads comes from. More of them wait at a time than the shared pool keeps arrays of a size.</param>
    public PooledServer(ServerLimits? limits = null, ArrayPool<byte>? arrays = null)
    {
        _arrays = arrays ?? ArrayPool<byte>.Create(maxArrayLength: 1 << 17, maxArraysPerBucket: 1024);
        _encoded = new PooledArrayBufferWriter(_arrays, initialCapacity: 1024);
        Limits = limits ?? new ServerLimits();
        Dispatcher = GameDispatcher.Create(Counters);
        _commands = new InboundCommand[Limits.PacketsPerTick];
    }

    public string Name => "pooled";

    public ServerLimits Limits { get; }

    public ServerCounters Counters { get; } = new();

    public OpcodeDispatcher<PacketContext> Dispatcher { get; }

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
        var connection = new PooledConnection(this, socket);
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

    /// <summary>Tells the tick thread something. Nothing is lost: waits for room, which each tick makes.</summary>
    public void Post(in ServerEvent message)
    {
        if (Environment.CurrentManagedThreadId == _tickThread)
        {
            _ownEvents.TryEnqueue(message); // the consumer must not wait for itself
            return;
        }

        var spin = default(SpinWait);
        while (!_events.TryEnqueue(message) && !_isStopping)
            spin.SpinOnce();
    }

    public void Forget(PooledConnection connection)
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
        _isStopping = true;
        _tickThread = Environment.CurrentManagedThreadId; // there are no ticks any more
        PooledConnection[] connections;
        lock (_connections)
            connections = [.. _connections];

        foreach (PooledConnection connection in connections)
            connection.Close(DisconnectReason.Shutdown);

        HandleEvents();
        _events.Complete();
        foreach (PooledConnection player in _players.ToArray())
            Leave(player); // whose own event came too late

        _tickThread = -1;
        while (_leaving.Count > 0) // each at most a second
        {
            FinishLeaving();
            await Task.Delay(10).ConfigureAwait(false);
        }

        foreach (PooledConnection connection in connections)
            connection.Abort();

        Task[] tasks;
        lock (_connections)
            tasks = [.. _tasks];

        await Task.WhenAll(tasks).ConfigureAwait(false);
        _encoded.Dispose();
    }

    private SharedBuffer Encode(IMessage message)
    {
        using Objects.PooledLease<PooledArrayBufferWriter> lease = PooledArrayBufferWriter.Rent();
        int length = message.CalculateSize();
        message.WriteTo(lease.Value.GetSpan(length)[..length]);
        lease.Value.Advance(length);
        return SharedBuffer.Create(lease.Value.WrittenSpan, _arrays);
    }
}
