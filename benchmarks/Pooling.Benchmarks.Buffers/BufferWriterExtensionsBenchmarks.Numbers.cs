using System.Buffers.Binary;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A header of 6 numbers, 8 varints, and 256 numbers at once.</summary>
public partial class BufferWriterExtensionsBenchmarks
{
    private readonly MemoryStream _stream = new(4096);
    private readonly BinaryWriter _binary;
    private readonly uint[] _varints = [0, 1, 127, 128, 300, 16_384, 70_000, uint.MaxValue];
    private readonly int[] _numbers = [.. Enumerable.Range(-128, 256)];

    public BufferWriterExtensionsBenchmarks() => _binary = new BinaryWriter(_stream);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Numbers")]
    [Row("POOL-write-numbers", Role.Before)]
    public ReadOnlyMemory<byte> NumbersByBinaryWriter()
    {
        for (int i = 0; i < Operations; i++)
        {
            _stream.Position = 0;
            _binary.Write((ushort)0x0102);
            _binary.Write((ushort)7);
            _binary.Write(42);
            _binary.Write(-1);
            _binary.Write(1234567890123L);
            _binary.Write(2.5);
        }

        return Streamed();
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Numbers")]
    [Row("POOL-write-numbers", Role.Peer, "BinaryPrimitives and ArrayBufferWriter")]
    public ReadOnlyMemory<byte> NumbersByPrimitives()
    {
        for (int i = 0; i < Operations; i++)
        {
            _stock.ResetWrittenCount();
            BinaryPrimitives.WriteUInt16LittleEndian(_stock.GetSpan(2), 0x0102);
            _stock.Advance(2);
            BinaryPrimitives.WriteUInt16LittleEndian(_stock.GetSpan(2), 7);
            _stock.Advance(2);
            BinaryPrimitives.WriteInt32LittleEndian(_stock.GetSpan(4), 42);
            _stock.Advance(4);
            BinaryPrimitives.WriteInt32LittleEndian(_stock.GetSpan(4), -1);
            _stock.Advance(4);
            BinaryPrimitives.WriteInt64LittleEndian(_stock.GetSpan(8), 1234567890123L);
            _stock.Advance(8);
            BinaryPrimitives.WriteDoubleLittleEndian(_stock.GetSpan(8), 2.5);
            _stock.Advance(8);
        }

        return _stock.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Numbers")]
    [Row("POOL-write-numbers", Role.Ours)]
    public ReadOnlyMemory<byte> NumbersOwned()
    {
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            _owned.WriteUInt16LittleEndian(0x0102);
            _owned.WriteUInt16LittleEndian(7);
            _owned.WriteInt32LittleEndian(42);
            _owned.WriteInt32LittleEndian(-1);
            _owned.WriteInt64LittleEndian(1234567890123L);
            _owned.WriteDoubleLittleEndian(2.5);
        }

        return _owned.WrittenMemory;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varints")]
    [Row("POOL-write-varints", Role.Before)]
    public ReadOnlyMemory<byte> VarintsByBinaryWriter()
    {
        for (int i = 0; i < Operations; i++)
        {
            _stream.Position = 0;
            foreach (uint value in _varints)
                _binary.Write7BitEncodedInt((int)value);
        }

        return Streamed();
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varints")]
    [Row("POOL-write-varints", Role.Ours)]
    public ReadOnlyMemory<byte> VarintsOwned()
    {
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            foreach (uint value in _varints)
                _owned.WriteVarint32(value);
        }

        return _owned.WrittenMemory;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Span")]
    [Row("POOL-write-span-256", Role.Before)]
    public ReadOnlyMemory<byte> SpanByBinaryWriter()
    {
        for (int i = 0; i < Operations; i++)
        {
            _stream.Position = 0;
            foreach (int value in _numbers)
                _binary.Write(BinaryPrimitives.ReverseEndianness(value));
        }

        return Streamed();
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Span")]
    [Row("POOL-write-span-256", Role.Ours)]
    public ReadOnlyMemory<byte> SpanOwned()
    {
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            _owned.WriteBigEndian<int>(_numbers);
        }

        return _owned.WrittenMemory;
    }

    private ReadOnlyMemory<byte> Streamed() => new(_stream.GetBuffer(), 0, (int)_stream.Position);
}
