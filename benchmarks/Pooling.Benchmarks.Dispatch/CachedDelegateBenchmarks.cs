using System.Reflection;
using BenchmarkDotNet.Attributes;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet reader that is only known by reflection.</summary>
public partial class CachedDelegateBenchmarks
{
    private const int Operations = 1_000;

    private readonly MethodInfo _read = typeof(EmptyPacketReader).GetMethod(nameof(EmptyPacketReader.Read))!;
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, object> _published;
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, EmptyPacket> _cached;
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, EmptyValuePacket> _cachedValue;

    public CachedDelegateBenchmarks()
    {
        _published = _read.CreateDelegate<Func<ReadOnlyMemory<byte>, object?, object?, object>>();
        _cached = CachedDelegate.CreateMethod<Func<ReadOnlyMemory<byte>, object?, object?, EmptyPacket>>(_read);
        _cachedValue = CachedDelegate.CreateMethod<Func<ReadOnlyMemory<byte>, object?, object?, EmptyValuePacket>>(typeof(EmptyPacketReader)
            .GetMethod(nameof(EmptyPacketReader.ReadValue))!);
        SetUpContexts();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Before)]
    public int InvokeReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += ((EmptyPacket)_read.Invoke(null, [ReadOnlyMemory<byte>.Empty, null, null])!).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Published)]
    public int DelegateReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += ((EmptyPacket)_published(ReadOnlyMemory<byte>.Empty, null, null)).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Ours)]
    public int CachedReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += _cached(ReadOnlyMemory<byte>.Empty, null, null).Handled;

        return sum;
    }

    /// <summary>The packet as a struct, which the typed delegate need not box.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Ours)]
    public int CachedValueReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += _cachedValue(ReadOnlyMemory<byte>.Empty, null, null).Handled;

        return sum;
    }
}
