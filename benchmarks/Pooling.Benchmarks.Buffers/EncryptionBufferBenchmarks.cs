namespace Pooling.Benchmarks.Buffers;

/// <summary>Bodies of 1, 2 and 4 KB are encrypted with AES-256-CBC behind a plain header; a message is the operation.</summary>
public class EncryptionBufferBenchmarks : WriterBenchmarks
{
    private const int BlockLength = 16;

    private static readonly int[] s_lengths = [1_000, 2_000, 4_000];

    private readonly Aes _cipher = Aes.Create();
    private readonly byte[] _vector = new byte[BlockLength];
    private readonly byte[] _header = new byte[16];
    private readonly byte[] _body = new byte[4_000];
    private readonly ICryptoTransform _chain;
    private readonly byte[] _chained = new byte[BlockLength]; // the last block that the chain made, which it adds to the next one

    public EncryptionBufferBenchmarks()
    {
        new Random(3).NextBytes(_body);
        _cipher.Key = new byte[32];
        _cipher.Padding = PaddingMode.None;
        _chain = _cipher.CreateEncryptor(_cipher.Key, _chained);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = 3), Row("OPCREP-encryption-buffers", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        foreach (int length in s_lengths)
        {
            byte[] encrypted = _cipher.EncryptCbc(_body.AsSpan(0, length), _vector, PaddingMode.PKCS7);
            Begin();
            Owned.Write(encrypted);
        }

        return Owned.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = 3), Row("OPCREP-encryption-buffers", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        foreach (int length in s_lengths)
        {
            byte[] encrypted = ArrayPool<byte>.Shared.Rent(length + BlockLength);
            int made = _cipher.EncryptCbc(_body.AsSpan(0, length), _vector, encrypted, PaddingMode.PKCS7);
            Begin();
            Owned.Write(encrypted.AsSpan(0, made));
            ArrayPool<byte>.Shared.Return(encrypted);
        }

        return Owned.WrittenMemory;
    }

    /// <summary>Straight into the message.</summary>
    [Benchmark(OperationsPerInvoke = 3), Row("OPCREP-encryption-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        foreach (int length in s_lengths)
        {
            Begin();
            Span<byte> room = Owned.GetSpan(length + BlockLength);
            Owned.Advance(_cipher.EncryptCbc(_body.AsSpan(0, length), _vector, room, PaddingMode.PKCS7));
        }

        return Owned.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = 3)]
    [Row("OPCREP-encryption-buffers", Role.Advice, "in place, one transform for all messages of the key")]
    public ReadOnlyMemory<byte> InPlaceByKeptTransform()
    {
        foreach (int length in s_lengths)
        {
            Begin();
            int padding = BlockLength - (length % BlockLength);
            Memory<byte> room = Owned.GetMemory(length + padding)[..(length + padding)];
            Span<byte> text = room.Span;
            _body.AsSpan(0, length).CopyTo(text);
            text[length..].Fill((byte)padding);

            // The transform will add the last block that it made: take that out beforehand, and put the vector in.
            for (int i = 0; i < BlockLength; i++)
                text[i] ^= (byte)(_vector[i] ^ _chained[i]);

            MemoryMarshal.TryGetArray(room, out ArraySegment<byte> segment);
            _chain.TransformBlock(segment.Array!, segment.Offset, segment.Count, segment.Array!, segment.Offset);
            text[^BlockLength..].CopyTo(_chained);
            Owned.Advance(text.Length);
        }

        return Owned.WrittenMemory;
    }

    private void Begin()
    {
        Owned.ResetWrittenCount(); // as if the message before had been sent
        Owned.Write(_header);
    }
}
