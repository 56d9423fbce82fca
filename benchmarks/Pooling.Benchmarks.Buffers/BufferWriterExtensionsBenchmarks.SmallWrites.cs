using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>1,000 small writes: a byte, a varint, or a short text with a length of two bytes,
/// against an array that is written to by hand.</summary>
public partial class BufferWriterExtensionsBenchmarks
{
    private const int SmallWrites = 1000;

    private readonly KeptArrayWriter _kept = new();
    private readonly byte[] _smallBytes = [.. Enumerable.Range(0, SmallWrites).Select(static i => (byte)(i * 7))];
    private readonly uint[] _smallVarints = [.. Enumerable.Range(0, SmallWrites)
        .Select(static i => (uint)(i % 8 < 5 ? i % 120 : i * i * 31))];
    private readonly string[] _smallTexts = [.. Enumerable.Range(0, SmallWrites)
        .Select(static i => "sensors/room-17/temperature".Substring(0, 6 + (i % 20)))];

    [Benchmark(Baseline = true, OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallBytes")]
    [Row("POOL-write-1000-bytes", Role.Before)]
    public ReadOnlyMemory<byte> BytesByHand()
    {
        _kept.Reset();
        foreach (byte value in _smallBytes)
            _kept.WriteByte(value);

        return _kept.Written;
    }

    [Benchmark(OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallBytes")]
    [Row("POOL-write-1000-bytes", Role.Ours)]
    public ReadOnlyMemory<byte> BytesOwned()
    {
        _owned.ResetWrittenCount();
        foreach (byte value in _smallBytes)
            _owned.WriteByte(value);

        return _owned.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallBytes")]
    [Row("POOL-write-1000-bytes", Role.Peer, "GetSpan and Advance")]
    public ReadOnlyMemory<byte> BytesByGetSpan()
    {
        _owned.ResetWrittenCount();
        foreach (byte value in _smallBytes)
        {
            _owned.GetSpan(1)[0] = value;
            _owned.Advance(1);
        }

        return _owned.WrittenMemory;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallVarints")]
    [Row("POOL-write-1000-varints", Role.Before)]
    public ReadOnlyMemory<byte> VarintsByHand()
    {
        _kept.Reset();
        foreach (uint value in _smallVarints)
            _kept.WriteVarint(value);

        return _kept.Written;
    }

    [Benchmark(OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallVarints")]
    [Row("POOL-write-1000-varints", Role.Ours)]
    public ReadOnlyMemory<byte> VarintsOneByOne()
    {
        _owned.ResetWrittenCount();
        foreach (uint value in _smallVarints)
            _owned.WriteVarint32(value);

        return _owned.WrittenMemory;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallTexts")]
    [Row("POOL-write-1000-texts", Role.Before)]
    public ReadOnlyMemory<byte> TextsByHand()
    {
        _kept.Reset();
        foreach (string text in _smallTexts)
            _kept.WriteText(text);

        return _kept.Written;
    }

    [Benchmark(OperationsPerInvoke = SmallWrites)]
    [BenchmarkCategory("SmallTexts")]
    [Row("POOL-write-1000-texts", Role.Ours)]
    public ReadOnlyMemory<byte> TextsOwned()
    {
        _owned.ResetWrittenCount();
        foreach (string text in _smallTexts)
            _owned.WriteUInt16BigEndianPrefixedUtf8(text);

        return _owned.WrittenMemory;
    }
}
