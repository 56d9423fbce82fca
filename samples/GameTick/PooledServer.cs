using System.Net.Sockets;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Samples.GameTick;

/// <summary>The pooled way: structs in a ring from the connections to the tick, and one state of which each player gets a share.</summary>
internal sealed class PooledServer(GameLimits limits) : GameServer(limits)
{
    private static readonly OpcodeDispatcher<PooledPlayer> s_dispatcher = new OpcodeDispatcherBuilder<PooledPlayer>()
        .Add<Move, Move>(MoveOpcode, static (in PooledPlayer player, in Move move) => player.Enqueue(in move))
        .Add<Leave, Leave>(LeaveOpcode, static (in PooledPlayer player, in Leave leave) => player.Drop())
        .Build();

    private readonly MpscRingQueue<PooledPlayer> _joining = new(limits.Players);
    private readonly MpscRingQueue<(PooledPlayer Player, Move Move)> _moves = new(limits.Players * MaxWaiting);
    private readonly List<PooledPlayer> _players = [];
    private SharedBuffer[] _shares = []; // of one state, one for each player
    private uint _tick;

    public override int WaitingCount => _moves.Count;

    protected override void CarryOut()
    {
        while (_joining.TryDequeue(out PooledPlayer? player))
            _players.Add(player);

        _players.RemoveAll(static player => !player.BeginTick());

        // Only those that wait now: players who send without a pause must not keep the tick from ending.
        for (int left = _moves.Count; left > 0 && _moves.TryDequeue(out (PooledPlayer Player, Move Move) item); left--)
            item.Player.Apply(in item.Move);

        if (_shares.Length < _players.Count)
            _shares = new SharedBuffer[2 * _players.Count];

        EncodeState(++_tick, _shares.AsSpan(0, _players.Count));
        for (int i = 0; i < _players.Count; i++)
        {
            if (_players[i].IsLast)
                _players[i].SendLast(_shares[i]);
            else
                _players[i].Send(_shares[i]);
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _joining.Dispose();
        _moves.Dispose();
    }

    protected override Task PlayAsync(Socket socket, uint id, CancellationToken stopping)
    {
        var player = new PooledPlayer(socket, id, Limits, _moves);
        player.Send(SharedBuffer.Create(EncodeWelcome(id)));
        if (!_joining.TryEnqueue(player))
            player.Drop(); // does not happen, since everybody in it has a place

        return player.RunAsync(stopping);
    }

    private void EncodeState(uint tick, Span<SharedBuffer> shares)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        BufferReservation<byte> length = writer.Reserve(sizeof(ushort));
        writer.WriteUInt16LittleEndian(StateOpcode);
        writer.WriteUInt32LittleEndian(tick);
        foreach (PooledPlayer player in _players)
        {
            writer.WriteUInt32LittleEndian(player.Id);
            writer.WriteUInt32LittleEndian(player.Sequence);
            writer.WriteInt32LittleEndian(player.X);
            writer.WriteInt32LittleEndian(player.Y);
        }

        length.PatchLengthLittleEndian();
        writer.DetachShared(shares); // a long message moves, a short one is copied
    }

    /// <summary>A packet without content, which parses itself.</summary>
    private readonly struct Leave : IPacketParser<Leave>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out Leave packet) => payload.IsEmpty;
    }

    /// <summary>A player whose moves go to a ring, and who sends shares of messages.</summary>
    internal sealed class PooledPlayer(
        Socket socket, uint id, GameLimits limits, MpscRingQueue<(PooledPlayer Player, Move Move)> moves)
        : Player(socket, id, limits)
    {
        private readonly RingChannel<SharedBuffer> _unsent = new(new BoundedChannelOptions(MaxUnsent) { SingleReader = true });

        /// <summary>Queues a message for sending. Drops the player instead if too many are unsent. Never waits.</summary>
        /// <param name="share">The player's share of the message.</param>
        public void Send(SharedBuffer share)
        {
            if (_unsent.Writer.TryWrite(share))
                return;

            share.Dispose();
            Drop();
        }

        /// <summary>Queues the last message, after which sending ends.</summary>
        /// <param name="share">The player's share of the message.</param>
        public void SendLast(SharedBuffer share)
        {
            Send(share);
            EndQueue();
        }

        /// <summary>Queues a move for the tick. There is room, because the ring has as much for each place.</summary>
        public void Enqueue(in Move move)
        {
            AddWaiting();
            if (!moves.TryEnqueue((this, move)))
                Drop();
        }

        protected override void Handle(ReadOnlySpan<byte> frame)
        {
            PooledPlayer self = this;
            var reader = new BufferReader(frame);
            ushort opcode = reader.ReadUInt16LittleEndian();
            DispatchStatus status = s_dispatcher.Dispatch(in self, opcode, reader.UnreadSpan);
            if (status != DispatchStatus.Handled)
                throw new InvalidDataException($"Opcode {opcode}: {status}.");
        }

        protected override void EndQueue() => _unsent.Writer.TryComplete();

        protected override async Task SendAsync()
        {
            try
            {
                await foreach (SharedBuffer share in _unsent.Reader.ReadAllAsync())
                {
                    using (share)
                    {
                        for (ReadOnlyMemory<byte> rest = share.Memory; !rest.IsEmpty;)
                            rest = rest[await Socket.SendAsync(rest, SocketFlags.None)..];
                    }
                }
            }
            finally
            {
                _unsent.Dispose(); // ends the shares that were not sent
            }
        }
    }
}
