using System.Buffers.Binary;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Pooling.Samples.GameTick;

/// <summary>Clients on real sockets that send a move and receive a state each, and check it: the ticks in order, the same bytes for all,
/// and their own moves carried out.</summary>
/// <remarks>One thread drives all bots with calls that block, and allocates nothing for a tick: what is measured is the server's.</remarks>
internal sealed class Bots : IDisposable
{
    private const int Patience = 30_000; // ms; only what is wrong takes so long

    private readonly List<Bot> _bots = [];
    private readonly byte[] _buffer = new byte[2 * ushort.MaxValue]; // the state of the first bot, and that of another one
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private uint _sent; // moves of each bot
    private uint _tick; // the last one received

    /// <summary>Gets the hash of all states that were received.</summary>
    public string StatesHash => Convert.ToHexString(_hash.GetCurrentHash());

    /// <summary>Connects bots one after the other, so that they have the same numbers on each server.</summary>
    public void Connect(IPEndPoint server, int count)
    {
        for (int i = 0; i < count; i++)
        {
            var client = new TcpClient { NoDelay = true, ReceiveTimeout = Patience, SendTimeout = Patience };
            client.Connect(server);
            var bot = new Bot(client.Client, new BufferedStream(client.GetStream()));
            _bots.Add(bot);
            bot.Id = BinaryPrimitives.ReadUInt32LittleEndian(Receive(bot, _buffer, GameServer.WelcomeOpcode));
        }
    }

    /// <summary>Plays a number of ticks, each as soon as the moves of all bots wait for it.</summary>
    /// <exception cref="InvalidDataException">A bot received something wrong.</exception>
    public void Play(GameServer server, int ticks)
    {
        for (int i = 0; i < ticks; i++)
        {
            SendMoves();
            long start = Stopwatch.GetTimestamp();
            var wait = new SpinWait();
            while (server.WaitingCount < _bots.Count)
            {
                Require(Stopwatch.GetElapsedTime(start).TotalMilliseconds < Patience, "Moves did not arrive.");
                wait.SpinOnce(sleep1Threshold: -1);
            }

            server.Tick();
            ReceiveStates(minSequence: _sent);
        }
    }

    /// <summary>Plays a number of ticks of a server that ticks by the clock.</summary>
    /// <exception cref="InvalidDataException">A bot received something wrong.</exception>
    public void Follow(int ticks)
    {
        for (int i = 0; i < ticks; i++)
        {
            SendMoves();
            ReceiveStates(minSequence: 0);
        }
    }

    public void Dispose()
    {
        _bots.ForEach(static bot => bot.Socket.Dispose());
        _hash.Dispose();
    }

    private static Move MoveOf(uint bot, uint sequence) => new(sequence, StepOf(bot * 31 + sequence * 17), StepOf(bot * 13 + sequence * 7));

    private static short StepOf(uint number) => (short)(number % (2 * Move.MaxStep + 1) - Move.MaxStep);

    private static void Require(bool condition, string message)
    {
        if (!condition)
            throw new InvalidDataException(message);
    }

    private static ReadOnlySpan<byte> Receive(Bot bot, Span<byte> buffer, ushort opcode)
    {
        bot.Received.ReadExactly(buffer[..GameServer.HeaderLength]);
        Require(BinaryPrimitives.ReadUInt16LittleEndian(buffer[sizeof(ushort)..]) == opcode, "A message has another opcode.");
        Span<byte> payload = buffer[..(BinaryPrimitives.ReadUInt16LittleEndian(buffer) - sizeof(ushort))];
        bot.Received.ReadExactly(payload);
        return payload;
    }

    private void SendMoves()
    {
        Span<byte> frame = stackalloc byte[GameServer.HeaderLength + Move.Length];
        GameServer.WriteHeader(frame, GameServer.MoveOpcode);
        _sent++;
        foreach (Bot bot in _bots)
        {
            MoveOf(bot.Id, _sent).Write(frame[GameServer.HeaderLength..]);
            bot.Socket.Send(frame);
        }
    }

    private void ReceiveStates(uint minSequence)
    {
        ReadOnlySpan<byte> state = Receive(_bots[0], _buffer.AsSpan(0, ushort.MaxValue), GameServer.StateOpcode);
        Require(BinaryPrimitives.ReadUInt32LittleEndian(state) == ++_tick, "A tick is missing.");
        Check(_bots[0], state[sizeof(uint)..], minSequence);
        for (int i = 1; i < _bots.Count; i++)
        {
            ReadOnlySpan<byte> other = Receive(_bots[i], _buffer.AsSpan(ushort.MaxValue), GameServer.StateOpcode);
            Require(other.SequenceEqual(state), "Two bots received different states.");
            Check(_bots[i], state[sizeof(uint)..], minSequence);
        }

        _hash.AppendData(state);
    }

    // Compares the bot's position with that after the move that the state names.
    private void Check(Bot bot, ReadOnlySpan<byte> players, uint minSequence)
    {
        while (!players.IsEmpty && BinaryPrimitives.ReadUInt32LittleEndian(players) != bot.Id)
            players = players[GameServer.PlayerLength..];

        Require(!players.IsEmpty, "A bot is missing.");
        uint sequence = BinaryPrimitives.ReadUInt32LittleEndian(players[4..]);
        Require(sequence >= Math.Max(bot.Sequence, minSequence) && sequence <= _sent, "A move is missing, or was never sent.");
        while (bot.Sequence < sequence)
        {
            Move move = MoveOf(bot.Id, ++bot.Sequence);
            (bot.X, bot.Y) = (bot.X + move.X, bot.Y + move.Y);
        }

        Require(BinaryPrimitives.ReadInt32LittleEndian(players[8..]) == bot.X, "X is wrong.");
        Require(BinaryPrimitives.ReadInt32LittleEndian(players[12..]) == bot.Y, "Y is wrong.");
    }

    private sealed record Bot(Socket Socket, Stream Received)
    {
        public uint Id { get; set; }

        public uint Sequence { get; set; }

        public int X { get; set; }

        public int Y { get; set; }
    }
}
