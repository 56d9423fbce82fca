using System.Security.Cryptography;
using Pooling.Objects;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures the conversion of a chat message to a whole frame and back, plain and with AES-128-GCM. For all contenders, Protobuf
/// reads and writes spans, and the frame is copied into a connection's buffer.</summary>
public class PacketSerializationBenchmarks
{
    private static readonly byte[] s_key = new byte[16];
    private static readonly AesGcm s_cipher = new(s_key, PacketSealer.TagLength);
    private static readonly PooledArrayBufferWriter<byte> s_connection = new(initialCapacity: 4096);
    private static readonly PooledArrayBufferWriter<byte> s_scratch = new(initialCapacity: 4096);
    private static readonly MagazinePool<Chat> s_messages = MagazinePool.Create<Chat>();

    private readonly Chat _message = new() { Text = "Hello, world! This is a benchmark chat message." };
    private readonly PacketSealer _sealer = new(s_key);
    private readonly byte[] _received = new byte[4096];
    private PacketHeader _header;
    private byte[] _frame = [];

    [Params(false, true)]
    public bool Encrypted { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _header = new PacketHeader(Opcode.Chat, Encrypted ? PacketFlags.Encrypted : PacketFlags.Clear);
        _frame = IntoTheConnection().ToArray();
    }

    /// <summary>Creates a stream and its array for the message, and for the frame.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("serialize"), Row("AVALON-serialize-*", Role.Before)]
    public ReadOnlyMemory<byte> NewStreams()
    {
        byte[] content = ToArray(_message, hasLength: false);
        byte[] frame = ToArray(Wrap(Encrypted ? Encrypt(content) : content), hasLength: true);
        s_connection.ResetWrittenCount();
        s_connection.Write(frame);
        return s_connection.WrittenMemory;
    }

    /// <summary>Uses one writer for all messages, and an array for the payload.</summary>
    [Benchmark, BenchmarkCategory("serialize"), Row("AVALON-serialize-*", Role.Published)]
    public ReadOnlyMemory<byte> ReusedWriter()
    {
        s_scratch.ResetWrittenCount();
        _message.WriteTo(s_scratch);
        Packet packet = Wrap(Encrypted ? Encrypt(s_scratch.WrittenSpan) : s_scratch.WrittenSpan.ToArray());
        s_connection.ResetWrittenCount();
        s_connection.WriteVarint32((uint)packet.CalculateSize());
        packet.WriteTo(s_connection);
        return s_connection.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("serialize"), Row("AVALON-serialize-*", Role.Ours)]
    public ReadOnlyMemory<byte> IntoTheConnection()
    {
        s_connection.ResetWrittenCount();
        OutboundWriter.Write(s_connection, in _header, _message, _sealer);
        return s_connection.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("deserialize"), Row("AVALON-deserialize-*", Role.Before)]
    public string NewArrays()
    {
        Packet packet = Packet.Parser.ParseFrom(Receive());
        ReadOnlySpan<byte> payload = packet.Payload.ToByteArray();
        if (Encrypted)
            payload = Decrypt(HeaderOf(packet), payload, new byte[payload.Length - PacketSealer.Overhead]);

        return Chat.Parser.ParseFrom(payload).Text;
    }

    [Benchmark, BenchmarkCategory("deserialize"), Row("AVALON-deserialize-*", Role.Published)]
    public string RentedArray()
    {
        Packet packet = Packet.Parser.ParseFrom(Receive());
        ReadOnlySpan<byte> payload = packet.Payload.Span;
        byte[] rented = ArrayPool<byte>.Shared.Rent(payload.Length);
        Span<byte> plain = rented.AsSpan(0, Encrypted ? payload.Length - PacketSealer.Overhead : payload.Length);
        if (Encrypted)
            Decrypt(HeaderOf(packet), payload, plain);
        else
            payload.CopyTo(plain);

        string text = Chat.Parser.ParseFrom(plain).Text;
        ArrayPool<byte>.Shared.Return(rented);
        return text;
    }

    /// <summary>Uses no envelope and no array, and a pooled message.</summary>
    [Benchmark, BenchmarkCategory("deserialize"), Row("AVALON-deserialize-*", Role.Ours)]
    public string InPlace()
    {
        Span<byte> packet = Receive();
        PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range);
        Span<byte> payload = packet[range];
        if (Encrypted)
            payload = Decrypt(in header, payload, payload[PacketSealer.NonceLength..^PacketSealer.TagLength]);

        Chat message = s_messages.Get();
        message.MergeFrom((ReadOnlySpan<byte>)payload);
        string text = message.Text;
        s_messages.Return(message);
        return text;
    }

    private static byte[] ToArray(IMessage message, bool hasLength)
    {
        int size = message.CalculateSize();
        Span<byte> bytes = stackalloc byte[256]; // instead of the writer's own buffer, which the published one rents
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

    private static Span<byte> Decrypt(scoped in PacketHeader header, scoped ReadOnlySpan<byte> payload, Span<byte> plain)
    {
        Span<byte> associated = stackalloc byte[PacketHeader.AssociatedDataLength];
        header.WriteAssociatedData(associated);
        s_cipher.Decrypt(payload[..PacketSealer.NonceLength], payload[PacketSealer.NonceLength..^PacketSealer.TagLength],
            payload[^PacketSealer.TagLength..], plain, associated);
        return plain;
    }

    // Copies a frame as from a socket, because decrypting in place overwrites it. The length in front takes one byte.
    private Span<byte> Receive()
    {
        _frame.CopyTo(_received, 0);
        return _received.AsSpan(1, _frame.Length - 1);
    }
}
