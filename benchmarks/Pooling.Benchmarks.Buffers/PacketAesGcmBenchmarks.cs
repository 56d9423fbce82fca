using System.Buffers;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Google.Protobuf;
using Pooling.Benchmarks.Buffers.Packets;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A chat packet under AES-GCM (nonce, ciphertext, tag) is decrypted and read. Every contender first gets the frame into a
/// connection's buffer, as from a socket, since decrypting in place uses it up.</summary>
public class PacketAesGcmBenchmarks
{
    private const int Operations = 20;
    private const int NonceLength = 12;
    private const int TagLength = 16;

    private readonly BufferWriterPool _pool = new();
    private readonly PooledArrayBufferWriter<byte> _received = new();
    private readonly ChatLine _none = new();
    private readonly AesGcm _cipher;
    private readonly byte[] _frame;

    public PacketAesGcmBenchmarks()
    {
        byte[] key = new byte[32];
        new Random(1).NextBytes(key);
        _cipher = new AesGcm(key, TagLength);

        byte[] plain = new ChatLine
        {
            Message = "Hello, world!",
            SentAt = new Moment { Value = 638_712_345_678_901_234, Scale = 5 },
        }.ToByteArray();
        _frame = new byte[NonceLength + plain.Length + TagLength];
        new Random(2).NextBytes(_frame.AsSpan(0, NonceLength));
        _cipher.Encrypt(_frame.AsSpan(0, NonceLength), plain, _frame.AsSpan(NonceLength, plain.Length), _frame.AsSpan(^TagLength));
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _received.Dispose();
        _pool.Dispose();
        _cipher.Dispose();
    }

    /// <summary>An array for each part of the frame, and one for the plain text.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("GC-008-aes-gcm", Role.Before)]
    public byte[] NewArrays()
    {
        ChatLine last = _none;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> frame = Receive();
            byte[] nonce = frame[..NonceLength].ToArray();
            byte[] cipherText = frame[NonceLength..^TagLength].ToArray();
            byte[] tag = frame[^TagLength..].ToArray();
            byte[] plain = new byte[cipherText.Length];
            _cipher.Decrypt(nonce, cipherText, tag, plain);
            last = ChatLine.Parser.ParseFrom(plain);
        }

        return last.ToByteArray();
    }

    /// <summary>The frame is sliced, and the plain text goes into a rented array.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-008-aes-gcm", Role.Published)]
    public byte[] RentDecryptReturn()
    {
        ChatLine last = _none;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> frame = Receive();
            ReadOnlySpan<byte> cipherText = frame[NonceLength..^TagLength];
            byte[] array = ArrayPool<byte>.Shared.Rent(cipherText.Length);
            Span<byte> plain = array.AsSpan(0, cipherText.Length);
            _cipher.Decrypt(frame[..NonceLength], cipherText, frame[^TagLength..], plain);
            last = ChatLine.Parser.ParseFrom(plain);
            ArrayPool<byte>.Shared.Return(array);
        }

        return last.ToByteArray();
    }

    /// <summary>The plain text goes into a rented writer: for a frame that must stay as it is.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-008-aes-gcm", Role.Ours)]
    public byte[] Rented()
    {
        ChatLine last = _none;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> frame = Receive();
            ReadOnlySpan<byte> cipherText = frame[NonceLength..^TagLength];
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
            PooledArrayBufferWriter<byte> plain = lease.Value;
            _cipher.Decrypt(frame[..NonceLength], cipherText, frame[^TagLength..], plain.GetSpan(cipherText.Length)[..cipherText.Length]);
            plain.Advance(cipherText.Length);
            last = ChatLine.Parser.ParseFrom(plain.WrittenSpan);
        }

        return last.ToByteArray();
    }

    /// <summary>Received into room of the writer, and decrypted where it lies before it counts as written.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-008-aes-gcm", Role.Ours)]
    public byte[] InPlace()
    {
        ChatLine last = _none;
        for (int i = 0; i < Operations; i++)
        {
            _received.ResetWrittenCount();
            Span<byte> frame = _received.GetSpan(_frame.Length)[.._frame.Length];
            _frame.CopyTo(frame);
            Span<byte> text = frame[NonceLength..^TagLength];
            _cipher.Decrypt(frame[..NonceLength], text, frame[^TagLength..], text);
            last = ChatLine.Parser.ParseFrom(text);
        }

        return last.ToByteArray();
    }

    private ReadOnlySpan<byte> Receive()
    {
        _received.ResetWrittenCount();
        _received.Write(_frame);
        return _received.WrittenSpan;
    }
}
