using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Pooling.Samples.GameTick;

/// <summary>The plain way: an array for each frame, an object for each command, and an array for each state.</summary>
internal sealed class PlainServer : GameServer
{
    private readonly ConcurrentQueue<Player> _joining = new();
    private readonly ConcurrentQueue<PlayerCommand> _commands = new();
    private readonly List<Player> _players = [];
    private uint _tick;

    public override int WaitingCount => _commands.Count;

    public override void Tick()
    {
        while (_joining.TryDequeue(out Player? player))
            _players.Add(player);

        _players.RemoveAll(static player => player.IsGone);
        for (int left = _commands.Count; left > 0 && _commands.TryDequeue(out PlayerCommand? item); left--)
            item.Player.Apply(item.Command);

        byte[] state = EncodeState(++_tick);
        foreach (Player player in _players)
            player.Send(state);
    }

    protected override Task PlayAsync(Socket socket, uint id, CancellationToken stopping)
    {
        var player = new Player(socket, id, _commands);
        byte[] welcome = new byte[8];
        WriteHeader(welcome, Welcome);
        BinaryPrimitives.WriteUInt32LittleEndian(welcome.AsSpan(4), id);
        player.Send(welcome);
        _joining.Enqueue(player);
        return player.RunAsync(stopping);
    }

    private static void WriteHeader(Span<byte> frame, ushort opcode)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(frame, (ushort)(frame.Length - sizeof(ushort)));
        BinaryPrimitives.WriteUInt16LittleEndian(frame[2..], opcode);
    }

    private byte[] EncodeState(uint tick)
    {
        byte[] frame = new byte[8 + _players.Count * PlayerLength];
        WriteHeader(frame, State);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(4), tick);
        Span<byte> rest = frame.AsSpan(8);
        foreach (Player player in _players)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(rest, player.Id);
            BinaryPrimitives.WriteUInt32LittleEndian(rest[4..], player.Sequence);
            BinaryPrimitives.WriteInt32LittleEndian(rest[8..], player.X);
            BinaryPrimitives.WriteInt32LittleEndian(rest[12..], player.Y);
            rest = rest[PlayerLength..];
        }

        return frame;
    }

    private sealed record PlayerCommand(Player Player, Command Command);

    private sealed class Player(Socket socket, uint id, ConcurrentQueue<PlayerCommand> commands)
    {
        private readonly NetworkStream _stream = new(socket);
        private readonly Channel<byte[]> _outbox = Channel.CreateBounded<byte[]>(new BoundedChannelOptions(MaxUnsent) { SingleReader = true });
        private volatile bool _isGone;
        private int _waiting;

        public uint Id => id;

        public uint Sequence { get; private set; }

        public int X { get; private set; }

        public int Y { get; private set; }

        public bool IsGone => _isGone;

        public async Task RunAsync(CancellationToken stopping)
        {
            using CancellationTokenRegistration registration = stopping.UnsafeRegister(static player => ((Player)player!).Drop(), this);
            Task sending = SendAsync();
            try
            {
                await ReceiveAsync();
            }
            finally
            {
                Drop();
                await sending;
            }
        }

        public void Send(byte[] message)
        {
            if (!_outbox.Writer.TryWrite(message))
                Drop();
        }

        public void Apply(Command command)
        {
            Interlocked.Decrement(ref _waiting);
            Sequence = command.Sequence;
            (X, Y) = command.Apply(X, Y);
        }

        private void Drop()
        {
            _isGone = true;
            _outbox.Writer.TryComplete();
            socket.Dispose();
        }

        private async Task ReceiveAsync()
        {
            PipeReader reader = PipeReader.Create(_stream);
            ReadResult result;
            do
            {
                result = await reader.ReadAsync();
                ReadOnlySequence<byte> received = result.Buffer;
                while (TryReadFrame(ref received, out byte[]? frame))
                    Handle(frame);

                reader.AdvanceTo(received.Start, received.End);
            }
            while (!result.IsCompleted);
        }

        private static bool TryReadFrame(ref ReadOnlySequence<byte> received, [NotNullWhen(true)] out byte[]? frame)
        {
            frame = null;
            var reader = new SequenceReader<byte>(received);
            if (!reader.TryReadLittleEndian(out short prefix))
                return false;

            int length = (ushort)prefix;
            if (length > MaxFrame)
                throw new InvalidDataException($"A frame of {length} bytes is too long.");

            if (!reader.TryReadExact(length, out ReadOnlySequence<byte> content))
                return false;

            frame = content.ToArray();
            received = received.Slice(content.End);
            return true;
        }

        private void Handle(byte[] frame)
        {
            if (!BinaryPrimitives.TryReadUInt16LittleEndian(frame, out ushort opcode))
                throw new InvalidDataException("A frame has no opcode.");

            ReadOnlySpan<byte> payload = frame.AsSpan(sizeof(ushort));
            switch (opcode)
            {
                case Command.Move when Command.TryReadMove(payload, out Command move):
                    Enqueue(move);
                    break;

                case Command.Home when Command.TryReadHome(payload, out Command home):
                    Enqueue(home);
                    break;

                default:
                    throw new InvalidDataException($"Opcode {opcode} is unknown, or its payload is malformed.");
            }
        }

        private void Enqueue(Command command)
        {
            if (Interlocked.Increment(ref _waiting) > MaxWaiting)
                Drop();
            else
                commands.Enqueue(new PlayerCommand(this, command));
        }

        private async Task SendAsync()
        {
            try
            {
                await foreach (byte[] message in _outbox.Reader.ReadAllAsync())
                    await _stream.WriteAsync(message);
            }
            finally
            {
                Drop();
            }
        }
    }
}
