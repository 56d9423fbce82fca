using System.Buffers;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Messages of 1, 2 and 4 KB, the body behind a plain header, are padded and encrypted with AES-256-CBC;
/// a message is the operation.</summary>
public class EncryptionBufferBenchmarks
{
    private const int HeaderLength = 16;
    private const int BlockLength = 16;

    private static readonly int[] s_lengths = [1_000, 2_000, 4_000];

    private readonly Aes _cipher = Aes.Create();
    private readonly byte[] _vector = new byte[BlockLength];
    private readonly byte[] _header = new byte[HeaderLength];
    private readonly byte[] _body = new byte[4_000];
    private readonly PooledArrayBufferWriter<byte> _message = new(initialCapacity: 8192);
    private readonly ICryptoTransform _chain;
    private readonly byte[] _chained = new byte[BlockLength]; // the last block that the chain made, which it adds to the next one

    public EncryptionBufferBenchmarks()
    {
        byte[] key = new byte[32];
        new Random(1).NextBytes(key);
        new Random(2).NextBytes(_vector);
        new Random(3).NextBytes(_body);
        _cipher.Key = key;
        _cipher.Padding = PaddingMode.None;
        _chain = _cipher.CreateEncryptor(key, _chained);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _message.Dispose();
        _chain.Dispose();
        _cipher.Dispose();
    }

    /// <summary>An array for the padded text, one for the encrypted text, and the message is put together of the parts.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = 3)]
    [Row("OPCREP-encryption-buffers", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        foreach (int length in s_lengths)
        {
            int padding = PaddingOf(length);
            byte[] plain = new byte[length + padding];
            _body.AsSpan(0, length).CopyTo(plain);
            plain.AsSpan(length).Fill((byte)padding);
            byte[] encrypted = _cipher.EncryptCbc(plain, _vector, PaddingMode.None);
            _message.ResetWrittenCount();
            _message.Write(_header);
            _message.Write(encrypted);
        }

        return _message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = 3)]
    [Row("OPCREP-encryption-buffers", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        foreach (int length in s_lengths)
        {
            int padding = PaddingOf(length);
            byte[] plain = ArrayPool<byte>.Shared.Rent(length + padding);
            byte[] encrypted = ArrayPool<byte>.Shared.Rent(length + padding);
            _body.AsSpan(0, length).CopyTo(plain);
            plain.AsSpan(length, padding).Fill((byte)padding);
            int made = _cipher.EncryptCbc(plain.AsSpan(0, length + padding), _vector, encrypted, PaddingMode.None);
            _message.ResetWrittenCount();
            _message.Write(_header);
            _message.Write(encrypted.AsSpan(0, made));
            ArrayPool<byte>.Shared.Return(encrypted);
            ArrayPool<byte>.Shared.Return(plain);
        }

        return _message.WrittenMemory;
    }

    /// <summary>The body is encrypted where it lies in the message, before it counts as written.</summary>
    [Benchmark(OperationsPerInvoke = 3)]
    [Row("OPCREP-encryption-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        foreach (int length in s_lengths)
        {
            int padding = PaddingOf(length);
            _message.ResetWrittenCount();
            _message.Write(_header);
            Span<byte> text = _message.GetSpan(length + padding)[..(length + padding)];
            _body.AsSpan(0, length).CopyTo(text);
            text[length..].Fill((byte)padding);
            _cipher.EncryptCbc(text, _vector, text, PaddingMode.None);
            _message.Advance(text.Length);
        }

        return _message.WrittenMemory;
    }

    /// <summary>In place, by one transform for all messages of the key: the one-shot call allocates,
    /// and prepares the key each time.</summary>
    [Benchmark(OperationsPerInvoke = 3)]
    [Row("OPCREP-encryption-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlaceByKeptTransform()
    {
        foreach (int length in s_lengths)
        {
            int padding = PaddingOf(length);
            _message.ResetWrittenCount();
            _message.Write(_header);
            Memory<byte> room = _message.GetMemory(length + padding)[..(length + padding)];
            Span<byte> text = room.Span;
            _body.AsSpan(0, length).CopyTo(text);
            text[length..].Fill((byte)padding);

            // The transform will add the last block that it made: take that out beforehand, and put the vector in.
            for (int i = 0; i < BlockLength; i++)
                text[i] ^= (byte)(_vector[i] ^ _chained[i]);

            MemoryMarshal.TryGetArray(room, out ArraySegment<byte> segment);
            _chain.TransformBlock(segment.Array!, segment.Offset, segment.Count, segment.Array!, segment.Offset);
            text[^BlockLength..].CopyTo(_chained);
            _message.Advance(text.Length);
        }

        return _message.WrittenMemory;
    }

    // At least one byte, each of which says how many there are.
    private static int PaddingOf(int length) => BlockLength - (length % BlockLength);
}
