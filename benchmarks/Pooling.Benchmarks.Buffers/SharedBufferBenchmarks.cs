using BenchmarkDotNet.Attributes;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>One encoded message of 1 KB for each of several connections: each is given it, reads it, and lets it go.</summary>
public class SharedBufferBenchmarks
{
    private const int Operations = 20;
    private const int Length = 1024;

    private readonly byte[] _message = new byte[Length];
    private byte[][] _copies = [];
    private CountedMessage[] _counted = [];
    private SharedBuffer[] _shares = [];

    [Params(1, 10, 200)]
    public int Holders { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        new Random(Length).NextBytes(_message);
        _copies = new byte[Holders][];
        _counted = new CountedMessage[Holders];
        _shares = new SharedBuffer[Holders];
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-share-1", Role.Before)]
    [Row("POOL-share-10", Role.Before)]
    [Row("POOL-share-200", Role.Before)]
    public int ArrayForEach()
    {
        byte[][] copies = _copies;
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _message[0] = (byte)i;
            for (int j = 0; j < copies.Length; j++)
                copies[j] = _message.AsSpan().ToArray();

            for (int j = 0; j < copies.Length; j++)
                sum += Send(copies[j]);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-share-1", Role.Peer, "IMemoryOwner and a count by hand")]
    [Row("POOL-share-10", Role.Peer, "IMemoryOwner and a count by hand")]
    [Row("POOL-share-200", Role.Peer, "IMemoryOwner and a count by hand")]
    public int CountedByHand()
    {
        CountedMessage[] shares = _counted;
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _message[0] = (byte)i;
            var message = new CountedMessage(_message);
            for (int j = 0; j < shares.Length; j++)
            {
                message.Retain();
                shares[j] = message;
            }

            message.Release();
            for (int j = 0; j < shares.Length; j++)
            {
                sum += Send(shares[j].Memory);
                shares[j].Release();
            }
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-share-1", Role.Ours)]
    [Row("POOL-share-10", Role.Ours)]
    [Row("POOL-share-200", Role.Ours)]
    public int Shared()
    {
        SharedBuffer[] shares = _shares;
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _message[0] = (byte)i;
            SharedBuffer message = SharedBuffer.Create(_message);
            for (int j = 0; j < shares.Length; j++)
                shares[j] = message.Retain();

            message.TryReturn();
            for (int j = 0; j < shares.Length; j++)
            {
                sum += Send(shares[j].Memory);
                shares[j].TryReturn();
            }
        }

        return sum;
    }

    /// <summary>The message is encoded into a rented writer and taken out of it.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-share-1", Role.Ours)]
    [Row("POOL-share-10", Role.Ours)]
    [Row("POOL-share-200", Role.Ours)]
    public int SharedFromWriter()
    {
        SharedBuffer[] shares = _shares;
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _message[0] = (byte)i;
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.Write(_message);
            SharedBuffer message = lease.Value.DetachShared();
            for (int j = 0; j < shares.Length; j++)
                shares[j] = message.Retain();

            message.TryReturn();
            for (int j = 0; j < shares.Length; j++)
            {
                sum += Send(shares[j].Memory);
                shares[j].TryReturn();
            }
        }

        return sum;
    }

    // A socket hands the memory to the system, which is not measured here.
    private static int Send(ReadOnlyMemory<byte> memory)
    {
        ReadOnlySpan<byte> bytes = memory.Span;
        return bytes[0] + bytes[^1] + bytes.Length;
    }
}
