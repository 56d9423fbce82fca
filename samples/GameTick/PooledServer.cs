using System.Net.Sockets;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Samples.GameTick;

/// <summary>The pooled way: structs in a ring from the connections to the tick, and one encoded state of which each player gets a
/// share.</summary>
internal sealed class PooledServer : GameServer
{
    private static readonly OpcodeDispatcher<PooledPlayer> s_dispatcher = new OpcodeDispatcherBuilder<PooledPlayer>()
        .Add<Command, Command.MoveParser>(Command.Move, static (in PooledPlayer player, in Command move) => player.Enqueue(in move))
        .Add<Command, Command.HomeParser>(Command.Home, static (in PooledPlayer player, in Command home) => player.Enqueue(in home))
        .Build();

    private readonly MpscRingQueue<PooledPlayer> _joining = new(MaxPlayers);
    private readonly MpscRingQueue<(PooledPlayer Player, Command Command)> _commands = new(MaxPlayers * MaxWaiting);
    private readonly List<PooledPlayer> _players = [];
    private uint _tick;

    public override int WaitingCount => _commands.Count;

    public override void Tick()
    {
        while (_joining.TryDequeue(out PooledPlayer? player))
            _players.Add(player);

        _players.RemoveAll(static player => player.IsGone);

        // Only what waits now: players who send all the time must not keep the tick from ending.
        for (int left = _commands.Count; left > 0 && _commands.TryDequeue(out (PooledPlayer Player, Command Command) item); left--)
            item.Player.Apply(in item.Command);

        using SharedBuffer state = EncodeState(++_tick);
        foreach (PooledPlayer player in _players)
            player.Send(state);
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _joining.Dispose();
        _commands.Dispose();
    }

    protected override Task PlayAsync(Socket socket, uint id, CancellationToken stopping)
    {
        var player = new PooledPlayer(socket, id, s_dispatcher, _commands);
        using (SharedBuffer welcome = EncodeWelcome(id))
            player.Send(welcome);

        return _joining.TryEnqueue(player) ? player.RunAsync(stopping) : Task.CompletedTask;
    }

    private static SharedBuffer EncodeWelcome(uint id)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        BufferReservation<byte> length = writer.Reserve(sizeof(ushort));
        writer.WriteUInt16LittleEndian(Welcome);
        writer.WriteUInt32LittleEndian(id);
        length.PatchLengthLittleEndian();
        return writer.DetachShared();
    }

    private SharedBuffer EncodeState(uint tick)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        BufferReservation<byte> length = writer.Reserve(sizeof(ushort));
        writer.WriteUInt16LittleEndian(State);
        writer.WriteUInt32LittleEndian(tick);
        foreach (PooledPlayer player in _players)
        {
            writer.WriteUInt32LittleEndian(player.Id);
            writer.WriteUInt32LittleEndian(player.Sequence);
            writer.WriteInt32LittleEndian(player.X);
            writer.WriteInt32LittleEndian(player.Y);
        }

        length.PatchLengthLittleEndian();
        return writer.DetachShared();
    }
}
