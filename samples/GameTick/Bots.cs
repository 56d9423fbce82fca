using System.Buffers.Binary;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Pooling.Samples.GameTick;

/// <summary>Clients on real sockets. They send a command each, receive a state each, and check it: the ticks in order, the same bytes for
/// all, and their own commands carried out.</summary>
/// <remarks>One thread drives all of them with calls that block. Nothing is allocated for a tick, so what a measurement counts is the
/// server's.</remarks>
internal sealed class Bots : IDisposable
{
    private const int Patience = 30_000; // ms; only what is wrong takes so long
    private const int HomeEvery = 50; // commands

    private readonly List<Bot> _bots = [];
    private readonly byte[] _first = new byte[ushort.MaxValue];
    private readonly byte[] _other = new byte[ushort.MaxValue];
    private readonly byte[] _command = new byte[Command.MaxLength];
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private uint _sent; // commands of each bot
    private uint _tick; // the last one received

    /// <summary>Connects bots, one after the other, so that they have the same numbers on each server.</summary>
    public Bots(IPEndPoint server, int count)
    {
        for (int i = 0; i < count; i++)
        {
            var bot = new Bot(server);
            _bots.Add(bot);
            ReadOnlySpan<byte> welcome = Receive(bot, _first, GameServer.Welcome);
            bot.Id = BinaryPrimitives.ReadUInt32LittleEndian(welcome);
        }
    }

    /// <summary>Gets the hash of all states that were received.</summary>
    public string StatesHash => Convert.ToHexString(_hash.GetCurrentHash());

    /// <summary>Plays a number of ticks, each as soon as the commands of all bots wait for it.</summary>
    /// <exception cref="InvalidDataException">A bot received something wrong.</exception>
    public void Play(GameServer server, int ticks)
    {
        for (int i = 0; i < ticks; i++)
        {
            SendCommands();
            long start = Stopwatch.GetTimestamp();
            var wait = new SpinWait();
            while (server.WaitingCount < _bots.Count)
            {
                Require(Stopwatch.GetElapsedTime(start).TotalMilliseconds < Patience, "Commands did not arrive.");
                wait.SpinOnce(sleep1Threshold: -1);
            }

            server.Tick();
            ReceiveStates();
            Require(_bots.TrueForAll(bot => bot.Sequence == _sent), "A command was not carried out at once.");
        }
    }

    /// <summary>Plays a number of ticks of a server that ticks by its own clock.</summary>
    /// <exception cref="InvalidDataException">A bot received something wrong.</exception>
    public void Follow(int ticks)
    {
        for (int i = 0; i < ticks; i++)
        {
            SendCommands();
            ReceiveStates();
        }
    }

    public void Dispose()
    {
        _bots.ForEach(static bot => bot.Dispose());
        _hash.Dispose();
    }

    private static Command CommandOf(uint bot, uint sequence) => (sequence + bot) % HomeEvery == 0
        ? new Command(Command.Home, sequence, 0, 0)
        : new Command(Command.Move, sequence, StepOf(bot * 31 + sequence * 17), StepOf(bot * 13 + sequence * 7));

    private static short StepOf(uint number) => (short)(number % (2 * Command.MaxStep + 1) - Command.MaxStep);

    private static void Require(bool condition, string message)
    {
        if (!condition)
            throw new InvalidDataException(message);
    }

    private static ReadOnlySpan<byte> Receive(Bot bot, byte[] buffer, ushort opcode)
    {
        Span<byte> prefix = stackalloc byte[sizeof(ushort)];
        bot.Stream.ReadExactly(prefix);
        Span<byte> frame = buffer.AsSpan(0, BinaryPrimitives.ReadUInt16LittleEndian(prefix));
        bot.Stream.ReadExactly(frame);
        Require(BinaryPrimitives.ReadUInt16LittleEndian(frame) == opcode, "A message has another opcode.");
        return frame[sizeof(ushort)..];
    }

    private void SendCommands()
    {
        _sent++;
        foreach (Bot bot in _bots)
            bot.Socket.Send(_command.AsSpan(0, CommandOf(bot.Id, _sent).Write(_command)));
    }

    private void ReceiveStates()
    {
        ReadOnlySpan<byte> state = Receive(_bots[0], _first, GameServer.State);
        Require(BinaryPrimitives.ReadUInt32LittleEndian(state) == ++_tick, "A tick is missing.");
        foreach (Bot bot in _bots)
        {
            Require(bot == _bots[0] || Receive(bot, _other, GameServer.State).SequenceEqual(state), "Two bots received different states.");
            Check(bot, state[4..]);
        }

        _hash.AppendData(state);
    }

    // Repeats the bot's commands up to the one that the state names.
    private void Check(Bot bot, ReadOnlySpan<byte> players)
    {
        while (!players.IsEmpty && BinaryPrimitives.ReadUInt32LittleEndian(players) != bot.Id)
            players = players[GameServer.PlayerLength..];

        Require(!players.IsEmpty, "A bot is missing.");
        uint sequence = BinaryPrimitives.ReadUInt32LittleEndian(players[4..]);
        Require(sequence >= bot.Sequence && sequence <= _sent, "A command was carried out that was not sent, or twice.");
        while (bot.Sequence < sequence)
            (bot.X, bot.Y) = CommandOf(bot.Id, ++bot.Sequence).Apply(bot.X, bot.Y);

        Require(BinaryPrimitives.ReadInt32LittleEndian(players[8..]) == bot.X, "X is wrong.");
        Require(BinaryPrimitives.ReadInt32LittleEndian(players[12..]) == bot.Y, "Y is wrong.");
    }

    private sealed class Bot : IDisposable
    {
        public Bot(IPEndPoint server)
        {
            Socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
            {
                NoDelay = true,
                ReceiveTimeout = Patience,
                SendTimeout = Patience,
            };
            Socket.Connect(server);
            Stream = new BufferedStream(new NetworkStream(Socket), 4096);
        }

        public Socket Socket { get; }

        public Stream Stream { get; }

        public uint Id { get; set; }

        public uint Sequence { get; set; }

        public int X { get; set; }

        public int Y { get; set; }

        public void Dispose() => Socket.Dispose();
    }
}
