using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Threading.Channels;
using Pooling.Buffers;

namespace Pooling.Samples.GameTick;

/// <summary>The plain way: structs in a queue, and an array for each state.</summary>
internal sealed class PlainServer(GameLimits limits) : GameServer(limits)
{
    private readonly ConcurrentQueue<PlainPlayer> _joining = new();
    private readonly ConcurrentQueue<(PlainPlayer Player, Move Move)> _moves = new();
    private readonly List<PlainPlayer> _players = [];
    private uint _tick;

    public override int WaitingCount => _moves.Count;

    protected override void CarryOut()
    {
        while (_joining.TryDequeue(out PlainPlayer? player))
            _players.Add(player);

        _players.RemoveAll(static player => !player.BeginTick());
        for (int left = _moves.Count; left > 0 && _moves.TryDequeue(out (PlainPlayer Player, Move Move) item); left--)
            item.Player.Apply(in item.Move);

        byte[] state = EncodeState(++_tick);
        foreach (PlainPlayer player in _players)
        {
            if (player.IsLast)
                player.SendLast(state);
            else
                player.Send(state);
        }
    }

    protected override Task PlayAsync(Socket socket, uint id, CancellationToken stopping)
    {
        var player = new PlainPlayer(socket, id, Limits, _moves);
        player.Send(EncodeWelcome(id));
        _joining.Enqueue(player);
        return player.RunAsync(stopping);
    }

    private byte[] EncodeState(uint tick)
    {
        byte[] frame = new byte[HeaderLength + sizeof(uint) + _players.Count * PlayerLength];
        WriteHeader(frame, StateOpcode);
        Span<byte> rest = frame.AsSpan(HeaderLength);
        BinaryPrimitives.WriteUInt32LittleEndian(rest, tick);
        rest = rest[sizeof(uint)..];
        foreach (PlainPlayer player in _players)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(rest, player.Id);
            BinaryPrimitives.WriteUInt32LittleEndian(rest[4..], player.Sequence);
            BinaryPrimitives.WriteInt32LittleEndian(rest[8..], player.X);
            BinaryPrimitives.WriteInt32LittleEndian(rest[12..], player.Y);
            rest = rest[PlayerLength..];
        }

        return frame;
    }

    /// <summary>A player whose moves go to a queue, and who sends arrays.</summary>
    private sealed class PlainPlayer(
        Socket socket, uint id, GameLimits limits, ConcurrentQueue<(PlainPlayer Player, Move Move)> moves)
        : Player(socket, id, limits)
    {
        private readonly Channel<byte[]> _unsent =
            Channel.CreateBounded<byte[]>(new BoundedChannelOptions(MaxUnsent) { SingleReader = true });

        public void Send(byte[] message)
        {
            if (!_unsent.Writer.TryWrite(message))
                Drop();
        }

        public void SendLast(byte[] message)
        {
            Send(message);
            EndQueue();
        }

        protected override void Handle(ReadOnlySpan<byte> frame)
        {
            var reader = new BufferReader(frame);
            switch (reader.ReadUInt16LittleEndian())
            {
                case MoveOpcode when default(Move).TryParse(reader.UnreadSpan, out Move move):
                    AddWaiting();
                    moves.Enqueue((this, move));
                    break;

                case LeaveOpcode when reader.End:
                    Drop();
                    break;

                default:
                    throw new InvalidDataException("The opcode is unknown, or its payload is malformed.");
            }
        }

        protected override void EndQueue() => _unsent.Writer.TryComplete();

        protected override async Task SendAsync()
        {
            await foreach (byte[] message in _unsent.Reader.ReadAllAsync())
            {
                for (ReadOnlyMemory<byte> rest = message; !rest.IsEmpty;)
                    rest = rest[await Socket.SendAsync(rest, SocketFlags.None)..];
            }
        }
    }
}
