using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>16 varints of all lengths, 256 numbers at once, and a text of 32 characters.</summary>
public partial class BufferReaderBenchmarks
{
    private const int Varints = 16;
    private const int Numbers = 256;

    private readonly byte[] _varintBytes;
    private readonly byte[] _numberBytes;
    private readonly byte[] _textBytes;
    private readonly byte[] _numbers = new byte[Numbers * sizeof(int)];
    private readonly BinaryReader _textBinary;
    private readonly BinaryReader _varintBinary;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varints")]
    [Row("POOL-read-varints", Role.Before)]
    public long VarintsByBinaryReader()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _varintBinary.BaseStream.Position = 0;
            for (int j = 0; j < Varints; j++)
                sum += (uint)_varintBinary.Read7BitEncodedInt();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varints")]
    [Row("POOL-read-varints", Role.Peer, "a loop over a span that is sliced")]
    public long VarintsByLoop()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> rest = _varintBytes;
            for (int j = 0; j < Varints; j++)
                sum += (uint)VarintByHand(ref rest);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varints")]
    [Row("POOL-read-varints", Role.Ours)]
    public long VarintsByBufferReader()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            var reader = new BufferReader(_varintBytes);
            for (int j = 0; j < Varints; j++)
                sum += reader.ReadVarint32();
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Span")]
    [Row("POOL-read-span-256", Role.Before)]
    public byte[] SpanByPrimitives()
    {
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> rest = _numberBytes;
            foreach (ref int number in MemoryMarshal.Cast<byte, int>(_numbers.AsSpan()))
            {
                number = BinaryPrimitives.ReadInt32BigEndian(rest);
                rest = rest[sizeof(int)..];
            }
        }

        return _numbers;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Span")]
    [Row("POOL-read-span-256", Role.Ours)]
    public byte[] SpanByBufferReader()
    {
        for (int i = 0; i < Operations; i++)
            new BufferReader(_numberBytes).ReadBigEndian(MemoryMarshal.Cast<byte, int>(_numbers.AsSpan()));

        return _numbers;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Text")]
    [Row("POOL-read-utf8-32", Role.Before)]
    public string TextByBinaryReader()
    {
        string text = "";
        for (int i = 0; i < Operations; i++)
        {
            _textBinary.BaseStream.Position = 0;
            text = _textBinary.ReadString();
        }

        return text;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Text")]
    [Row("POOL-read-utf8-32", Role.Peer, "Encoding.UTF8.GetString of a span, which replaces what is malformed")]
    public string TextByEncoding()
    {
        string text = "";
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> rest = _textBytes;
            int length = (int)VarintByHand(ref rest);
            text = Encoding.UTF8.GetString(rest[..length]);
        }

        return text;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Text")]
    [Row("POOL-read-utf8-32", Role.Ours)]
    public string TextByBufferReader()
    {
        string text = "";
        for (int i = 0; i < Operations; i++)
            text = new BufferReader(_textBytes).ReadVarintPrefixedUtf8(maxLength: 100);

        return text;
    }

    private static byte[] EncodeVarints()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        foreach (uint value in new uint[Varints] { 0, 300, 1, 70_000, 127, uint.MaxValue, 128, 5, 16_384, 2, 9, 20_000_000,
            1_000, 64, 3, 255 })
        {
            writer.WriteVarint32(value);
        }

        return writer.WrittenSpan.ToArray();
    }

    private static byte[] EncodeNumbers()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteBigEndian<int>([.. Enumerable.Range(-128, Numbers)]);
        return writer.WrittenSpan.ToArray();
    }

    private static byte[] EncodeText()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteVarint32(32);
        writer.WriteUtf8("The quick brown fox jumps over..");
        return writer.WrittenSpan.ToArray();
    }
}
