using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Application;

/// <summary>A chat message to a whole frame and back, plain and under AES-128-GCM. Protobuf reads and writes spans for everybody; what is
/// sent is copied into a connection's buffer by everybody.</summary>
public class PacketSerializationBenchmarks
{
    private const int Operations = 50;

    private static readonly byte[] s_key = [.. Enumerable.Range(1, 16).Select(static i => (byte)i)];

    private readonly Chat _message = new() { Text = "Hello, world! This is a benchmark chat message." };
    private readonly PooledArrayBufferWriter<byte> _connection = new(initialCapacity: 4096);
    private readonly PooledArrayBufferWriter<byte> _scratch = new(initialCapacity: 4096);
    private readonly MagazinePool<Chat> _messages = MagazinePool.Create<Chat>();
    private readonly PacketSealer _sealer = new(s_key);
    private readonly AesGcm _cipher = new(s_key, PacketSealer.TagLength);
    private readonly byte[] _received = new byte[4096];
    private PacketHeader _header;
    private byte[] _frame = [];

    [Params(false, true)]
    public bool Encrypted { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _header = new PacketHeader(Opcode.Chat, Encrypted ? PacketFlags.Encrypted : PacketFlags.Clear);
        using var sealer = new PacketSealer(s_key);
        OutboundWriter.Write(_connection, in _header, _message, sealer);
        _frame = _connection.WrittenSpan.ToArray();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _messages.Dispose();
        _scratch.Dispose();
        _connection.Dispose();
        _sealer.Dispose();
        _cipher.Dispose();
    }

    /// <summary>A stream and its array for the message, and for the frame.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize"), Row("AVALON-serialize-*", Role.Before)]
    public ReadOnlyMemory<byte> NewStreams()
    {
        for (int i = 0; i < Operations; i++)
        {
            byte[] content = ToArray(_message, hasLength: false);
            byte[] frame = ToArray(Wrap(Encrypted ? Encrypt(content) : content), hasLength: true);
            _connection.ResetWrittenCount();
            _connection.Write(frame);
        }

        return _connection.WrittenMemory;
    }

    /// <summary>One writer for all messages, and an array for the payload.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize"), Row("AVALON-serialize-*", Role.Published)]
    public ReadOnlyMemory<byte> ReusedWriter()
    {
        for (int i = 0; i < Operations; i++)
        {
            _scratch.ResetWrittenCount();
            _message.WriteTo(_scratch);
            Packet packet = Wrap(Encrypted ? Encrypt(_scratch.WrittenSpan) : _scratch.WrittenSpan.ToArray());
            _connection.ResetWrittenCount();
            _connection.WriteVarint32((uint)packet.CalculateSize());
            packet.WriteTo(_connection);
        }

        return _connection.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize"), Row("AVALON-serialize-*", Role.Ours)]
    public ReadOnlyMemory<byte> IntoTheConnection()
    {
        for (int i = 0; i < Operations; i++)
        {
            _connection.ResetWrittenCount();
            OutboundWriter.Write(_connection, in _header, _message, _sealer);
        }

        return _connection.WrittenMemory;
    }

    /// <summary>An array for the payload, and for the plain text.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize"), Row("AVALON-deserialize-*", Role.Before)]
    public string NewArrays()
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            Packet packet = Packet.Parser.ParseFrom(Receive());
            byte[] payload = packet.Payload.ToByteArray();
            if (Encrypted)
            {
                byte[] plain = new byte[payload.Length - PacketSealer.Overhead];
                Decrypt(HeaderOf(packet), payload, plain);
                payload = plain;
            }

            last = Chat.Parser.ParseFrom((ReadOnlySpan<byte>)payload).Text;
        }

        return last;
    }

    /// <summary>A rented array for the plain text.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize"), Row("AVALON-deserialize-*", Role.Published)]
    public string RentedArray()
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            Packet packet = Packet.Parser.ParseFrom(Receive());
            ReadOnlySpan<byte> payload = packet.Payload.Span;
            byte[] rented = ArrayPool<byte>.Shared.Rent(payload.Length);
            Span<byte> plain = rented.AsSpan(0, Encrypted ? payload.Length - PacketSealer.Overhead : payload.Length);
            if (Encrypted)
                Decrypt(HeaderOf(packet), payload, plain);
            else
                payload.CopyTo(plain);

            last = Chat.Parser.ParseFrom(plain).Text;
            ArrayPool<byte>.Shared.Return(rented);
        }

        return last;
    }

    /// <summary>No envelope, no array, and a pooled message.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize"), Row("AVALON-deserialize-*", Role.Ours)]
    public string InPlace()
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            Span<byte> packet = Receive();
            if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
                throw new InvalidOperationException("The frame was not read.");

            Span<byte> payload = packet[range];
            if (Encrypted)
            {
                Span<byte> plain = payload[PacketSealer.NonceLength..^PacketSealer.TagLength];
                Decrypt(in header, payload, plain);
                payload = plain;
            }

            Chat message = _messages.Get();
            message.MergeFrom((ReadOnlySpan<byte>)payload);
            last = message.Text;
            _messages.Return(message);
        }

        return last;
    }

    private static byte[] ToArray(IMessage message, bool hasLength)
    {
        int size = message.CalculateSize();
        Span<byte> bytes = stackalloc byte[256]; // in place of the writer's own buffer, which the published one rents
        message.WriteTo(bytes[..size]);
        using var stream = new MemoryStream();
        if (hasLength)
            stream.WriteByte((byte)size); // less than 128

        stream.Write(bytes[..size]);
        return stream.ToArray();
    }

    private Packet Wrap(byte[] payload) => new()
    {
        Header = new Header { Type = _header.Type, Flags = _header.Flags, Protocol = _header.Protocol, Version = _header.Version },
        Payload = UnsafeByteOperations.UnsafeWrap(payload),
    };

    private static PacketHeader HeaderOf(Packet packet) => new((ushort)packet.Header.Type, (byte)packet.Header.Flags);

    private byte[] Encrypt(ReadOnlySpan<byte> content)
    {
        byte[] payload = new byte[content.Length + PacketSealer.Overhead];
        content.CopyTo(payload.AsSpan(PacketSealer.NonceLength));
        _sealer.Seal(in _header, payload);
        return payload;
    }

    private void Decrypt(in PacketHeader header, ReadOnlySpan<byte> payload, Span<byte> plain)
    {
        Span<byte> associated = stackalloc byte[PacketHeader.AssociatedDataLength];
        header.WriteAssociatedData(associated);
        _cipher.Decrypt(payload[..PacketSealer.NonceLength], payload[PacketSealer.NonceLength..^PacketSealer.TagLength],
            payload[^PacketSealer.TagLength..], plain, associated);
    }

    // As from a socket: decrypting in place uses it up. The length in front takes one byte.
    private Span<byte> Receive()
    {
        _frame.CopyTo(_received, 0);
        return _received.AsSpan(1, _frame.Length - 1);
    }
}
