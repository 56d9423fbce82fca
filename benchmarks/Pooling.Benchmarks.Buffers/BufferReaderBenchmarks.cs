using System.Buffers;
using System.Buffers.Binary;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A message of mixed fields: five numbers of fixed length, three varints, and a short text that is looked at where it lies. Each
/// contender checks that the message does not end too early.</summary>
public partial class BufferReaderBenchmarks
{
    private const int Operations = 200;

    private readonly byte[] _message;
    private readonly ReadOnlySequence<byte> _sequence;
    private readonly BinaryReader _binary;

    public BufferReaderBenchmarks()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteUInt16LittleEndian(0x0102);
        writer.WriteVarint32(7);
        writer.WriteVarint64(123_456);
        writer.WriteInt32LittleEndian(-42);
        writer.WriteInt64LittleEndian(1_234_567_890_123);
        writer.WriteVarint32(12);
        writer.WriteUtf8("temperature1");
        writer.WriteDoubleLittleEndian(21.5);
        writer.WriteUInt32LittleEndian(0x80340000);
        _message = writer.WrittenSpan.ToArray();
        _sequence = new ReadOnlySequence<byte>(_message);
        _binary = new BinaryReader(new MemoryStream(_message));
        _varintBytes = EncodeVarints();
        _numberBytes = EncodeNumbers();
        _textBytes = EncodeText();
        _textBinary = new BinaryReader(new MemoryStream(_textBytes));
        _varintBinary = new BinaryReader(new MemoryStream(_varintBytes));
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Message")]
    [Row("POOL-read-message", Role.Before)]
    public long MessageByBinaryReader()
    {
        long sum = 0;
        Span<byte> room = stackalloc byte[64];
        for (int i = 0; i < Operations; i++)
        {
            _binary.BaseStream.Position = 0;
            sum += _binary.ReadUInt16();
            sum += _binary.Read7BitEncodedInt();
            sum += _binary.Read7BitEncodedInt64();
            sum += _binary.ReadInt32();
            sum += _binary.ReadInt64();
            Span<byte> name = room[.._binary.Read7BitEncodedInt()];
            if (_binary.Read(name) != name.Length)
                throw new EndOfStreamException();

            sum += name.Length + name[^1];
            sum += (long)_binary.ReadDouble();
            sum += _binary.ReadUInt32();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Message")]
    [Row("POOL-read-message", Role.Peer, "BinaryPrimitives over a span that is sliced")]
    public long MessageByPrimitives()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySpan<byte> rest = _message;
            sum += BinaryPrimitives.ReadUInt16LittleEndian(rest);
            rest = rest[sizeof(ushort)..];
            sum += (uint)VarintByHand(ref rest);
            sum += (long)VarintByHand(ref rest);
            sum += BinaryPrimitives.ReadInt32LittleEndian(rest);
            rest = rest[sizeof(int)..];
            sum += BinaryPrimitives.ReadInt64LittleEndian(rest);
            rest = rest[sizeof(long)..];
            int length = (int)VarintByHand(ref rest);
            ReadOnlySpan<byte> name = rest[..length];
            rest = rest[length..];
            sum += name.Length + name[^1];
            sum += (long)BinaryPrimitives.ReadDoubleLittleEndian(rest);
            rest = rest[sizeof(double)..];
            sum += BinaryPrimitives.ReadUInt32LittleEndian(rest);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Message")]
    [Row("POOL-read-message", Role.Peer, "SequenceReader and its stock members")]
    public long MessageByStockSequenceReader()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            var reader = new SequenceReader<byte>(_sequence);
            if (!reader.TryReadLittleEndian(out short version) || !TryVarintByHand(ref reader, out ulong type)
                || !TryVarintByHand(ref reader, out ulong id)
                || !reader.TryReadLittleEndian(out int number) || !reader.TryReadLittleEndian(out long time)
                || !TryVarintByHand(ref reader, out ulong length)
                || !reader.TryReadExact((int)length, out ReadOnlySequence<byte> name) || !reader.TryReadLittleEndian(out long value)
                || !reader.TryReadLittleEndian(out int status))
            {
                throw new InvalidDataException();
            }

            sum += (ushort)version + (uint)type + (long)id + number + time + name.Length + name.FirstSpan[^1]
                + (long)BitConverter.Int64BitsToDouble(value) + (uint)status;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Message")]
    [Row("POOL-read-message", Role.Ours)]
    public long MessageByRead()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            var reader = new BufferReader(_message);
            sum += reader.ReadUInt16LittleEndian();
            sum += reader.ReadVarint32();
            sum += (long)reader.ReadVarint64();
            sum += reader.ReadInt32LittleEndian();
            sum += reader.ReadInt64LittleEndian();
            ReadOnlySpan<byte> name = reader.ReadVarintPrefixedBytes();
            sum += name.Length + name[^1];
            sum += (long)reader.ReadDoubleLittleEndian();
            sum += reader.ReadUInt32LittleEndian();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Message")]
    [Row("POOL-read-message", Role.Ours)]
    public long MessageByTryRead()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            var reader = new BufferReader(_message);
            if (!reader.TryReadUInt16LittleEndian(out ushort version) || !reader.TryReadVarint32(out uint type)
                || !reader.TryReadVarint64(out ulong id)
                || !reader.TryReadInt32LittleEndian(out int number) || !reader.TryReadInt64LittleEndian(out long time)
                || !reader.TryReadVarintPrefixedBytes(out ReadOnlySpan<byte> name) || !reader.TryReadDoubleLittleEndian(out double value)
                || !reader.TryReadUInt32LittleEndian(out uint status))
            {
                throw new InvalidDataException();
            }

            sum += version + type + (long)id + number + time + name.Length + name[^1] + (long)value + status;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Message")]
    [Row("POOL-read-message", Role.Ours)]
    public long MessageBySequenceReader()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            var reader = new SequenceReader<byte>(_sequence);
            if (!reader.TryReadUInt16LittleEndian(out ushort version) || !reader.TryReadVarint32(out uint type)
                || !reader.TryReadVarint64(out ulong id)
                || !reader.TryReadInt32LittleEndian(out int number) || !reader.TryReadInt64LittleEndian(out long time)
                || !reader.TryReadVarintPrefixedBytes(out ReadOnlySequence<byte> name)
                || !reader.TryReadDoubleLittleEndian(out double value)
                || !reader.TryReadUInt32LittleEndian(out uint status))
            {
                throw new InvalidDataException();
            }

            sum += version + type + (long)id + number + time + name.Length + name.FirstSpan[^1] + (long)value + status;
        }

        return sum;
    }

    private static ulong VarintByHand(ref ReadOnlySpan<byte> rest)
    {
        ulong value = 0;
        for (int i = 0; ; i++)
        {
            if (i == 10)
                throw new InvalidDataException();

            byte next = rest[i];
            value |= (ulong)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                rest = rest[(i + 1)..];
                return value;
            }
        }
    }

    private static bool TryVarintByHand(ref SequenceReader<byte> reader, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70; shift += 7)
        {
            if (!reader.TryRead(out byte next))
                return false;

            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return true;
        }

        return false;
    }
}
