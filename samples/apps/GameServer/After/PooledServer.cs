using System.Net.Sockets;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;
using Pooling.GameServer.World;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>The server that uses the primitives. Connections run on threads of the pool, the world runs on the tick thread, and queues
/// connect them.</summary>
internal sealed partial class PooledServer : IGameServer
{
    private readonly MessagePools _messages = new();
    private readonly BufferWriterPool _writers = new();
    private readonly PooledArrayBufferWriter<byte> _encoded; // the updates of one broadcast
    private volatile int _writerArrays; // that the writer keeps for the next broadcast
    private readonly MpscRingQueue<PooledConnection> _joins;
    private readonly SessionList _sessions;
    private readonly PlayerList<PooledConnection> _players;

    /// <param name="limits">The limits.</param>
    /// <param name="arrays">The pool for the memory of payloads. More arrays of one size are in use than the shared pool would
    /// keep.</param>
    public PooledServer(ServerLimits? limits = null, CountingArrayPool? arrays = null)
    {
        Limits = limits ?? new ServerLimits();
        Arrays = arrays ?? new CountingArrayPool();
        Dispatcher = GameDispatcher.Create(_messages);
        _encoded = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 8192 }, Arrays);
        _joins = new MpscRingQueue<PooledConnection>(Limits.HalfOpen); // without room: ServerBusy
        _chatBudget = new ChatBudget(Limits.ChatPerTick, Limits.ChatPacketsPerTick);
        _sessions = new SessionList(Limits, Counters);
        _players = new PlayerList<PooledConnection>(Limits, _sessions);
        _commands = new InboundCommand[Math.Max(Limits.CommandsAtOnce, Limits.CommandsPerTick)];
    }

    public string Name => "pooled";

    public ServerLimits Limits { get; }

    public ServerCounters Counters { get; } = new();

    public int Players => _players.Count;

    public int Connections => _sessions.Count;

    public int Tasks => _sessions.Tasks;

    public Outstanding Outstanding => new(Arrays.Outstanding - _writerArrays, _messages.Outstanding, _writers.GetStatistics().InUse);

    public CountingArrayPool Arrays { get; }

    public OpcodeDispatcher<PacketContext> Dispatcher { get; }

    public void Accept(Socket socket)
    {
        if (_sessions.Open(socket) is { } session)
            _sessions.Run(session, new PooledConnection(this, session));
    }

    /// <summary>Notifies the tick thread that a client has logged in. Any thread.</summary>
    /// <returns><see langword="false"/> if there is no room.</returns>
    public bool TryPost(PooledConnection player) => _joins.TryEnqueue(player);

    public void Tick(long number)
    {
        TakeLeaves(Limits.JoinsPerTick);
        TakeJoins();
        HandleCommands();
        HandOnChat();
        LookAround(number);
        if (number % WorldRules.BroadcastTicks == 0)
            Broadcast();

        if (number % WorldRules.TicksPerSecond == 0)
            EndLate();

        int turns = WorldRules.SendTurns(_players.Count);
        foreach (PooledConnection player in _players.Playing)
        {
            if (turns == 1 || (player.Entity + number) % turns == 0)
                player.Flush();
        }

        _players.FinishLeaving();
    }

    public async Task Stop()
    {
        _sessions.EndAll(DisconnectReason.Shutdown);
        TakeLeaves(int.MaxValue);
        while (_players.IsAnyLeaving) // for slightly more than a second
        {
            _sessions.EndLate();
            _players.FinishLeaving();
            await Task.Delay(10).ConfigureAwait(false);
        }

        await _sessions.Stop().ConfigureAwait(false);
        _encoded.Dispose();
        _writerArrays = 0;
    }

    private void TakeJoins()
    {
        for (int i = 0; i < Limits.JoinsPerTick && _joins.TryDequeue(out PooledConnection? player); i++)
        {
            if (_players.TryJoin(player, out uint entity))
                Enter(player, entity);
        }
    }

    private void TakeLeaves(int most)
    {
        int from = _players.Playing.Count;
        for (int i = 0; i < most && _players.TryTakeEnded(ref from, out PooledConnection? player); i++)
            Leave(player!);
    }

    private void EndLate()
    {
        _sessions.EndLate();
        _players.EndSlow(static player => player.WritingSince);
        Arrays.Trim(Environment.TickCount64);
    }

    private SharedBuffer Encode(IMessage message)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        Write(lease.Value, message);
        return SharedBuffer.Create(lease.Value.WrittenSpan, Arrays);
    }

    private void Encode(IMessage message, Span<SharedBuffer> shares)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        Write(lease.Value, message);
        SharedBuffer.Create(lease.Value.WrittenSpan, shares, Arrays);
    }

    private static void Write(PooledArrayBufferWriter<byte> writer, IMessage message)
    {
        int length = message.CalculateSize();
        message.WriteTo(writer.GetSpan(length)[..length]);
        writer.Advance(length);
    }
}
