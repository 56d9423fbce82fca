namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures the encryption of a body with AES-256-CBC after a plain header. The message is the same writer for all
/// contenders.</summary>
public class EncryptionBufferBenchmarks : WriterBenchmarks
{
    private const int BlockLength = 16;

    private readonly Aes _cipher = Aes.Create();
    private readonly byte[] _vector = new byte[BlockLength];
    private readonly byte[] _header = new byte[16];
    private readonly byte[] _chained = new byte[BlockLength]; // the last block of the chain, which it combines with the next one
    private ICryptoTransform _chain = null!;
    private byte[] _body = [];

    [Params(1_000, 2_000, 4_000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        new Random(3).NextBytes(_body = new byte[Length]);
        _cipher.Key = new byte[32];
        _cipher.Padding = PaddingMode.None;
        _chain = _cipher.CreateEncryptor(_cipher.Key, _chained);
    }

    [Benchmark(Baseline = true), Row("OPCREP-encryption-buffers", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays() => Write(_cipher.EncryptCbc(_body, _vector, PaddingMode.PKCS7));

    [Benchmark, Row("OPCREP-encryption-buffers", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        byte[] encrypted = ArrayPool<byte>.Shared.Rent(_body.Length + BlockLength);
        int length = _cipher.EncryptCbc(_body, _vector, encrypted, PaddingMode.PKCS7);
        ReadOnlyMemory<byte> message = Write(encrypted.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(encrypted);
        return message;
    }

    [Benchmark, Row("OPCREP-encryption-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        Write([]);
        Owned.Advance(_cipher.EncryptCbc(_body, _vector, Owned.GetSpan(_body.Length + BlockLength), PaddingMode.PKCS7));
        return Owned.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-encryption-buffers", Role.Advice, "in place, one transform for all messages of a key")]
    public ReadOnlyMemory<byte> InPlaceByKeptTransform()
    {
        Write([]);
        int padding = BlockLength - (_body.Length % BlockLength);
        MemoryMarshal.TryGetArray(Owned.GetMemory(_body.Length + padding), out ArraySegment<byte> room);
        Span<byte> text = room.AsSpan(0, _body.Length + padding);
        _body.CopyTo(text);
        text[_body.Length..].Fill((byte)padding);

        // The transform will combine the block with the last one that it produced. Remove that in advance, and apply the vector.
        for (int i = 0; i < BlockLength; i++)
            text[i] ^= (byte)(_vector[i] ^ _chained[i]);

        _chain.TransformBlock(room.Array!, room.Offset, text.Length, room.Array!, room.Offset);
        text[^BlockLength..].CopyTo(_chained);
        Owned.Advance(text.Length);
        return Owned.WrittenMemory;
    }

    private ReadOnlyMemory<byte> Write(ReadOnlySpan<byte> encrypted)
    {
        Reset().Write(_header);
        Owned.Write(encrypted);
        return Owned.WrittenMemory;
    }
}
