using System.Buffers;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Blocks of 4 KB on two threads: each with its own, one at a time, or rented on one and disposed on the other, where at most 256
/// are on their way. The time is that of one thread's operation.</summary>
public class MagazineMemoryPoolThreadsBenchmarks
{
    private const int Operations = 1_000 * HandoverRing<IMemoryOwner<byte>>.Block;
    private const int BlockLength = 4 * 1024;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly HandoverRing<IMemoryOwner<byte>> _ring = new();
    private readonly MemoryPool<byte> _magazine = new MagazineMemoryPool();
    private readonly long[] _sums = new long[2 * Stride];
    private readonly Action<int> _useShared;
    private readonly Action<int> _useMagazine;
    private readonly Action<int> _handOverShared;
    private readonly Action<int> _handOverMagazine;
    private WorkerThreads _workers = null!;

    public MagazineMemoryPoolThreadsBenchmarks() =>
        (_useShared, _useMagazine, _handOverShared, _handOverMagazine) = (UseShared, UseMagazine, HandOverShared, HandOverMagazine);

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _magazine.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("2 threads")]
    [Row("POOL-memory-threads-2", Role.Before)]
    public long Shared() => RunBoth(_useShared);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("2 threads")]
    [Row("POOL-memory-threads-2", Role.Ours)]
    public long Magazine() => RunBoth(_useMagazine);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("handed over")]
    [Row("POOL-memory-handover", Role.Before)]
    public long SharedHandedOver() => RunBoth(_handOverShared);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("handed over")]
    [Row("POOL-memory-handover", Role.Ours)]
    public long MagazineHandedOver() => RunBoth(_handOverMagazine);

    private long RunBoth(Action<int> work)
    {
        _workers.Run(work);
        return _sums[0] + _sums[Stride];
    }

    private void UseShared(int worker)
    {
        MemoryPool<byte> pool = MemoryPool<byte>.Shared;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(BlockLength);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0];
        }

        _sums[worker * Stride] = sum;
    }

    private void UseMagazine(int worker)
    {
        MemoryPool<byte> pool = _magazine;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(BlockLength);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0];
        }

        _sums[worker * Stride] = sum;
    }

    private void HandOverShared(int worker)
    {
        if (worker == 0)
            RentShared();
        else
            DisposeShared();
    }

    private void RentShared()
    {
        MemoryPool<byte> pool = MemoryPool<byte>.Shared;
        for (int handed = 0; handed < Operations;)
        {
            foreach (ref IMemoryOwner<byte>? slot in _ring.BeginPut())
            {
                slot = pool.Rent(BlockLength);
                slot.Memory.Span[0] = (byte)handed++;
            }

            _ring.EndPut();
        }

        _sums[0] = 0;
    }

    private void DisposeShared()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<IMemoryOwner<byte>>.Block)
        {
            foreach (IMemoryOwner<byte>? owner in _ring.BeginTake())
            {
                sum += owner!.Memory.Span[0];
                owner.Dispose();
            }

            _ring.EndTake();
        }

        _sums[Stride] = sum;
    }

    private void HandOverMagazine(int worker)
    {
        if (worker == 0)
            RentMagazine();
        else
            DisposeMagazine();
    }

    private void RentMagazine()
    {
        MemoryPool<byte> pool = _magazine;
        for (int handed = 0; handed < Operations;)
        {
            foreach (ref IMemoryOwner<byte>? slot in _ring.BeginPut())
            {
                slot = pool.Rent(BlockLength);
                slot.Memory.Span[0] = (byte)handed++;
            }

            _ring.EndPut();
        }

        _sums[0] = 0;
    }

    private void DisposeMagazine()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<IMemoryOwner<byte>>.Block)
        {
            foreach (IMemoryOwner<byte>? owner in _ring.BeginTake())
            {
                sum += owner!.Memory.Span[0];
                owner.Dispose();
            }

            _ring.EndTake();
        }

        _sums[Stride] = sum;
    }
}
