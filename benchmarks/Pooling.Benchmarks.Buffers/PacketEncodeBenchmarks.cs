namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures a game server's packet from message to encrypted bytes. The encryption is the identity. The small packet is an enum
/// field with its default value, for which protobuf writes nothing, because the published 184 B leave no room for more.</summary>
public class PacketEncodeBenchmarks : WriterBenchmarks
{
    private readonly Func<byte[], byte[]> _encrypt = static bytes => bytes;
    private readonly Encryption _encryptInPlace = static _ => { };
    private IMessage _message = null!;

    private delegate void Encryption(Span<byte> bytes);

    [Params("Small", "Medium")]
    public string Packet { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _message = Packet == "Small" ? new StatePacket() : new ChatPacket
    {
        Account = 1001,
        Character = 2002,
        Name = "Gandalf",
        Message = "Hello, world! This is a benchmark chat message.",
        SentAt = new Moment { Value = 638_712_345_678_901_234, Scale = 5 },
    };

    /// <summary>Uses a buffer that is kept, as published. Google.Protobuf allocates one for each stream that it is given.</summary>
    [Benchmark(Baseline = true), Row("GC-001-*", Role.Before)]
    public byte[] MemoryStream()
    {
        using var stream = new MemoryStream();
        _message.WriteTo(Reset());
        stream.Write(Owned.WrittenSpan);
        return _encrypt(stream.ToArray());
    }

    [Benchmark, Row("GC-001-*", Role.Peer, "Google.Protobuf ToByteArray")]
    public byte[] ToByteArray() => _encrypt(_message.ToByteArray());

    /// <summary>Uses one writer for all packets. It has the same class as in other contenders, because the encoder's calls are compiled for
    /// one class.</summary>
    [Benchmark, Row("GC-001-*", Role.Published)]
    public byte[] ReusedWriter()
    {
        _message.WriteTo(Reset());
        return _encrypt(Owned.WrittenSpan.ToArray());
    }

    /// <summary>Writes directly into the connection's buffer, after a header with the length, and encrypts there.</summary>
    [Benchmark, Row("GC-001-*", Role.Ours)]
    public ReadOnlyMemory<byte> Framed()
    {
        int length = _message.CalculateSize();
        Span<byte> frame = Reset().GetSpan(sizeof(int) + length);
        BinaryPrimitives.WriteInt32LittleEndian(frame, length);
        _message.WriteTo(frame.Slice(sizeof(int), length));
        _encryptInPlace(frame.Slice(sizeof(int), length));
        Owned.Advance(sizeof(int) + length);
        return Owned.WrittenMemory.Slice(sizeof(int));
    }
}
