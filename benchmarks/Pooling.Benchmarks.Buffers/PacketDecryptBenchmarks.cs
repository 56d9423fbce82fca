using System.Buffers;
using BenchmarkDotNet.Attributes;
using Google.Protobuf;
using Pooling.Benchmarks.Buffers.Packets;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>An encrypted chat packet that lies in a connection's buffer is decrypted and read. The cipher is the identity, so that buffers
/// are what is measured.</summary>
public class PacketDecryptBenchmarks
{
    private const int Operations = 100;

    private readonly BufferWriterPool _pool = new();
    private readonly PooledArrayBufferWriter<byte> _received = new();
    private readonly ChatLine _reused = new();

    [GlobalSetup]
    public void Setup() => new ChatLine
    {
        Message = "Hello, world!",
        SentAt = new Moment { Value = 638_712_345_678_901_234, Scale = 5 },
    }.WriteTo(_received);

    [GlobalCleanup]
    public void Cleanup()
    {
        _received.Dispose();
        _pool.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("GC-008", Role.Before)]
    public byte[] DecryptedToArray()
    {
        ChatLine last = _reused;
        for (int i = 0; i < Operations; i++)
        {
            byte[] plain = _received.WrittenSpan.ToArray();
            last = ChatLine.Parser.ParseFrom(plain);
        }

        return last.ToByteArray();
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-008", Role.Published)]
    public byte[] RentDecryptReturn()
    {
        ChatLine last = _reused;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> cipher = _received.WrittenSpan;
            byte[] plain = ArrayPool<byte>.Shared.Rent(cipher.Length);
            cipher.CopyTo(plain);
            last = ChatLine.Parser.ParseFrom(plain.AsSpan(0, cipher.Length));
            ArrayPool<byte>.Shared.Return(plain);
        }

        return last.ToByteArray();
    }

    /// <summary>As published, from a pool of writers: for a cipher that needs a second buffer.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-008", Role.Ours)]
    public byte[] Rented()
    {
        ChatLine last = _reused;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
            PooledArrayBufferWriter<byte> plain = lease.Value;
            plain.Write(_received.WrittenSpan);
            last = ChatLine.Parser.ParseFrom(plain.WrittenSpan);
        }

        return last.ToByteArray();
    }

    /// <summary>Where the packet was received: nothing is copied, and the identity has nothing to do.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-008", Role.Ours)]
    public byte[] InPlace()
    {
        ChatLine last = _reused;
        for (int i = 0; i < Operations; i++)
            last = ChatLine.Parser.ParseFrom(_received.WrittenSpan);

        return last.ToByteArray();
    }
}
