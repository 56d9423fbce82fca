namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures decrypting and reading an encrypted chat packet. The cipher is the identity, as published, or AES-GCM. All contenders
/// pass a span to the parser.</summary>
/// <remarks>A frame of AES-GCM (nonce, ciphertext, tag) is received for every operation, because decrypting in place overwrites
/// it.</remarks>
public class PacketDecryptBenchmarks : WriterBenchmarks
{
    private const int NonceLength = 12;
    private const int TagLength = 16;

    private readonly AesGcm _cipher = new(new byte[32], TagLength);
    private readonly byte[] _packet;
    private readonly byte[] _frame;

    public PacketDecryptBenchmarks()
    {
        _packet = new ChatLine { Message = "Hello, world!", SentAt = new() { Value = 638_712_345_678_901_234, Scale = 5 } }.ToByteArray();
        _frame = new byte[NonceLength + _packet.Length + TagLength];
        _cipher.Encrypt(_frame.AsSpan(0, NonceLength), _packet, _frame.AsSpan(NonceLength, _packet.Length), _frame.AsSpan(^TagLength));
    }

    [Params(false, true)]
    public bool IsAesGcm { get; set; }

    [Benchmark(Baseline = true), Row("GC-008*", Role.Before)]
    public string NewArrays()
    {
        Span<byte> frame = Receive();
        if (!IsAesGcm)
            return Read(frame.ToArray());

        byte[] plain = new byte[_packet.Length];
        _cipher.Decrypt(frame[..NonceLength].ToArray(), frame[NonceLength..^TagLength].ToArray(), frame[^TagLength..], plain);
        return Read(plain);
    }

    [Benchmark, Row("GC-008*", Role.Published)]
    public string RentedArray()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(_packet.Length);
        string read = DecryptAndRead(Receive(), array.AsSpan(0, _packet.Length));
        ArrayPool<byte>.Shared.Return(array);
        return read;
    }

    /// <summary>For a frame that must not be modified.</summary>
    [Benchmark, Row("GC-008*", Role.Ours)]
    public string RentedWriter()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
        return DecryptAndRead(Receive(), lease.Value.GetSpan(_packet.Length)[.._packet.Length]);
    }

    [Benchmark, Row("GC-008", Role.Advice, "in place, without the copy that stands in for decryption"), Row("GC-008-aes-gcm", Role.Ours)]
    public string InPlace()
    {
        Span<byte> frame = Receive();
        return IsAesGcm ? DecryptAndRead(frame, frame[NonceLength..^TagLength]) : Read(frame);
    }

    private static string Read(ReadOnlySpan<byte> plain) => ChatLine.Parser.ParseFrom(plain).Message;

    // Copies a frame of AES-GCM into the room of the connection's writer, as from a socket.
    private Span<byte> Receive()
    {
        if (!IsAesGcm)
            return _packet;

        Span<byte> frame = Owned.GetSpan(_frame.Length)[.._frame.Length];
        _frame.CopyTo(frame);
        return frame;
    }

    private string DecryptAndRead(ReadOnlySpan<byte> frame, Span<byte> plain)
    {
        if (IsAesGcm)
            _cipher.Decrypt(frame[..NonceLength], frame[NonceLength..^TagLength], frame[^TagLength..], plain);
        else
            frame.CopyTo(plain);

        return Read(plain);
    }
}
