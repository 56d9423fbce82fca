using System.Text;
using System.Text.Unicode;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A line of text with a name and four numbers in it.</summary>
public partial class BufferWriterExtensionsBenchmarks
{
    private readonly byte[] _line = new byte[256];
    private readonly string _name = "temperature";
    private readonly double _reading = 21.5;
    private readonly int _id = 4711;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Interpolated")]
    [Row("POOL-write-interpolated", Role.Before)]
    public ReadOnlyMemory<byte> InterpolatedGetBytes()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
            last = Encoding.UTF8.GetBytes($"{_name}[{_id}] = {_reading}; {i,4}; {_id:X8}");

        return last;
    }

    /// <summary>The floor: a span that is known to be long enough.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Interpolated")]
    [Row("POOL-write-interpolated", Role.Peer, "Utf8.TryWrite")]
    public ReadOnlyMemory<byte> InterpolatedTryWrite()
    {
        int length = 0;
        for (int i = 0; i < Operations; i++)
            Utf8.TryWrite(_line, $"{_name}[{_id}] = {_reading}; {i,4}; {_id:X8}", out length);

        return _line.AsMemory(0, length);
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Interpolated")]
    [Row("POOL-write-interpolated", Role.Ours)]
    public ReadOnlyMemory<byte> InterpolatedOwned()
    {
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            _owned.WriteUtf8($"{_name}[{_id}] = {_reading}; {i,4}; {_id:X8}");
        }

        return _owned.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Interpolated")]
    [Row("POOL-write-interpolated", Role.Peer, "ours to ArrayBufferWriter")]
    public ReadOnlyMemory<byte> InterpolatedToStock()
    {
        for (int i = 0; i < Operations; i++)
        {
            _stock.ResetWrittenCount();
            _stock.WriteUtf8($"{_name}[{_id}] = {_reading}; {i,4}; {_id:X8}");
        }

        return _stock.WrittenMemory;
    }

    [SmokeCheck(nameof(InterpolatedOwned))]
    public string InterpolatedAllocatesNothing()
    {
        for (int i = 0; i < 500; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            InterpolatedOwned();
            if (GC.GetAllocatedBytesForCurrentThread() == before)
                return $"0 B for {Operations} lines";

            Thread.Sleep(1); // until it is optimized
        }

        throw new InvalidOperationException("Interpolated text still allocates once warm.");
    }
}
