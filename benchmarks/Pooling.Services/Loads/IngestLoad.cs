using System.Buffers.Binary;
using System.Net.Sockets;
using Pooling.Services.Hosts;

namespace Pooling.Services.Loads;

/// <summary>Sixteen senders in turn, with 50 messages of 100 bytes in each packet. The latency of a packet ends when
/// the service says that all its messages are in the file.</summary>
internal sealed class IngestLoad() : Load(window: 4 * Senders)
{
    /// <summary>The messages of a packet.</summary>
    public const int Messages = 50;

    private const int Senders = 16;
    private const int Length = 100; // bytes of a message

    private readonly Sender[] _senders = new Sender[Senders];
    private readonly Lock _gate = new();
    private int _next;
    private string _file = "";
    private long _sent; // messages

    public override async Task<string> ConnectAsync(string address)
    {
        string[] parts = address.Split(';');
        for (int i = 0; i < Senders; i++)
        {
            Sender sender = _senders[i] = new Sender((byte)i, await Connection.OpenAsync(parts[0]));
            _ = KeepAsync(() => sender.ReceiveAsync(intended => Answered(intended)));
        }

        _file = parts[1];
        LoadResult first = Run(rate: 1_000, seconds: 0.5);
        return $"{first.Messages * Messages:N0} messages of {Length} B, each sender's in order";
    }

    /// <inheritdoc/>
    /// <remarks>Reads what the service has written, until it begins its file anew.</remarks>
    public override LoadResult Run(double rate, double seconds)
    {
        LoadResult result = base.Run(rate, seconds);
        _sent += result.Messages * Messages;
        if (_sent * (Length + 1) < PlainIngestHost.MaxFile)
            Check(File.ReadAllBytes(_file), _sent);

        return result;
    }

    public override void Dispose() => Array.ForEach(_senders, static sender => sender?.Dispose());

    protected override void Send(long intended)
    {
        lock (_gate) // also for the order of the messages of a sender
            _senders[_next++ % Senders].Send(intended);
    }

    /// <summary>Reads the file that the service has written.</summary>
    private static void Check(ReadOnlySpan<byte> file, long expected)
    {
        int count = 0;
        long[] last = new long[Senders];
        for (; file.Length > Length && file[0] == Length; count++)
        {
            ReadOnlySpan<byte> message = file[1..(Length + 1)];
            file = file[(Length + 1)..];
            if (message[0] >= Senders || BinaryPrimitives.ReadInt64LittleEndian(message[1..]) != ++last[message[0]]
                || message[9..].ContainsAnyExcept((byte)'x'))
            {
                throw new InvalidDataException("The file has something else than what was sent.");
            }
        }

        if (!file.IsEmpty || count != expected)
            throw new InvalidDataException("The file has not all that was sent.");
    }

    private sealed class Sender(byte id, Socket socket) : IDisposable
    {
        private readonly byte[] _packet = Packet(id);
        private readonly IntendedTimes _intended = new();
        private long _sent;
        private long _confirmed;

        public void Send(long intended)
        {
            for (int i = 0; i < Messages; i++)
                BinaryPrimitives.WriteInt64LittleEndian(_packet.AsSpan((i * (Length + 1)) + 2), ++_sent);

            _intended.Add(intended);
            socket.Send(_packet);
        }

        public Task ReceiveAsync(Action<long> answered) => socket.ReceiveAsync(received =>
        {
            int whole = received.Length / sizeof(long) * sizeof(long);
            if (whole == 0)
                return 0;

            long total = BinaryPrimitives.ReadInt64LittleEndian(received.Span[(whole - sizeof(long))..]);
            for (; _confirmed + Messages <= total; _confirmed += Messages)
                answered(_intended.Take());

            return whole;
        });

        public void Dispose() => socket.Dispose();

        private static byte[] Packet(byte id)
        {
            byte[] packet = new byte[Messages * (Length + 1)];
            packet.AsSpan().Fill((byte)'x');
            for (int i = 0; i < packet.Length; i += Length + 1)
                (packet[i], packet[i + 1]) = (Length, id);

            return packet;
        }
    }
}
