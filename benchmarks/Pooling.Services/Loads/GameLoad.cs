using System.Buffers.Binary;
using System.Net.Sockets;
using Pooling.Samples.GameTick;

namespace Pooling.Services.Loads;

/// <summary>Two hundred bots that move in turn. The latency of a move ends when its bot gets the state that has
/// it, so it contains the time until the next tick.</summary>
internal sealed class GameLoad() : Load(window: 8 * Bots)
{
    private const int Bots = 200;

    private readonly List<Bot> _bots = [];
    private readonly Lock _gate = new();
    private int _next;

    public override async Task<string> ConnectAsync(string address)
    {
        for (int i = 0; i < Bots; i++)
        {
            var bot = new Bot(await Connection.OpenAsync(address));
            _bots.Add(bot);
            _ = KeepAsync(() => bot.ReceiveAsync(intended => Answered(intended)));
        }

        LoadResult first = Run(rate: 2_000, seconds: 0.5);
        return $"{first.Messages:N0} moves of {Bots} bots, each carried out in order";
    }

    public override void Dispose() => _bots.ForEach(static bot => bot.Dispose());

    protected override void Send(long intended)
    {
        lock (_gate) // also for the order of the moves of a bot
            _bots[_next++ % Bots].Send(intended);
    }

    private sealed class Bot(Socket socket) : IDisposable
    {
        private readonly IntendedTimes _intended = new();
        private readonly byte[] _frame = new byte[GameServer.HeaderLength + Move.Length];
        private uint _id;
        private uint _sent;
        private uint _carriedOut;

        public void Send(long intended)
        {
            GameServer.WriteHeader(_frame, GameServer.MoveOpcode);
            new Move(++_sent, X: 1, Y: -2).Write(_frame.AsSpan(GameServer.HeaderLength));
            _intended.Add(intended);
            socket.Send(_frame);
        }

        public Task ReceiveAsync(Action<long> answered) => socket.ReceiveAsync(received =>
        {
            int taken = 0;
            while (received.Length - taken >= sizeof(ushort))
            {
                ReadOnlySpan<byte> rest = received.Span[taken..];
                int length = sizeof(ushort) + BinaryPrimitives.ReadUInt16LittleEndian(rest);
                if (rest.Length < length)
                    break;

                ushort opcode = BinaryPrimitives.ReadUInt16LittleEndian(rest[sizeof(ushort)..]);
                Handle(opcode, rest[GameServer.HeaderLength..length], answered);
                taken += length;
            }

            return taken;
        });

        public void Dispose() => socket.Dispose();

        private void Handle(ushort opcode, ReadOnlySpan<byte> payload, Action<long> answered)
        {
            if (opcode == GameServer.WelcomeOpcode)
            {
                _id = BinaryPrimitives.ReadUInt32LittleEndian(payload);
                return;
            }

            ReadOnlySpan<byte> players = payload[sizeof(uint)..]; // after the number of the tick
            while (!players.IsEmpty && BinaryPrimitives.ReadUInt32LittleEndian(players) != _id)
                players = players[GameServer.PlayerLength..];

            if (!players.IsEmpty)
                Check(players, answered);
            else if (_sent > 0)
                throw new InvalidDataException("A bot is missing.");
        }

        private void Check(ReadOnlySpan<byte> player, Action<long> answered)
        {
            uint sequence = BinaryPrimitives.ReadUInt32LittleEndian(player[4..]);
            if (BinaryPrimitives.ReadInt32LittleEndian(player[8..]) != sequence
                || BinaryPrimitives.ReadInt32LittleEndian(player[12..]) != -2 * sequence)
            {
                throw new InvalidDataException("A bot is at a wrong place.");
            }

            for (; _carriedOut < sequence; _carriedOut++)
                answered(_intended.Take());
        }
    }
}
