namespace Pooling.Benchmarks;

/// <summary>Contenders with known times, bytes and outputs.</summary>
public class WorkBenchmarks
{
    private byte[]? _kept; // lets it escape, so that it is created on the heap

    [Benchmark(Baseline = true), BenchmarkCategory("equal"), Row("TEST", Role.Before)]
    public int Allocating() => (_kept = new byte[1_000]).Length; // and 24 bytes for header and length

    [Benchmark, BenchmarkCategory("equal"), Row("TEST", Role.Ours)]
    public int Idle() => 1_000;

    [Benchmark, BenchmarkCategory("equal"), Row("TEST", Role.Ours)]
    public int Slow()
    {
        Thread.SpinWait(10_000);
        return 1_000;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("different"), Row("TEST", Role.Before)]
    public byte[] Expected() => [1, 2];

    [Benchmark, BenchmarkCategory("different"), Row("TEST", Role.Ours)]
    public byte[] Wrong() => [1, 3];

    [Benchmark(Baseline = true), BenchmarkCategory("failing"), Row("TEST", Role.Before)]
    public int Failing() => throw new InvalidDataException("broken");
}
