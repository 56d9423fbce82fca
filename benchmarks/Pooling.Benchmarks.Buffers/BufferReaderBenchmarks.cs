namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures reading a message of mixed fields (five numbers of fixed length, three varints, and a short text that is read in
/// place), 16 varints of all lengths, 256 numbers at once, and a text. Each contender checks that the bytes do not end too early.</summary>
public class BufferReaderBenchmarks
{
    private const int Varints = 16;

    private static readonly UTF8Encoding s_strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly byte[] _message = Written(static writer =>
    {
        writer.WriteUInt16LittleEndian(0x0102);
        writer.WriteVarint32(7);
        writer.WriteVarint64(123_456);
        writer.WriteInt32LittleEndian(-42);
        writer.WriteInt64LittleEndian(1_234_567_890_123);
        writer.WritePrefixedUtf8("temperature1", LengthPrefix.Varint);
        writer.WriteDoubleLittleEndian(21.5);
        writer.WriteUInt32LittleEndian(0x80340000);
    });

    private readonly byte[] _varints = Written(static writer => Array.ForEach<uint>(
        [0, 300, 1, 70_000, 127, uint.MaxValue, 128, 5, 16_384, 2, 9, 20_000_000, 1_000, 64, 3, 255], writer.WriteVarint32));

    private readonly byte[] _numbers = Written(static writer => writer.WriteBigEndian<int>([.. Enumerable.Range(-128, 256)]));
    private readonly byte[] _text =
        Written(static writer => writer.WritePrefixedUtf8("The quick brown fox jumps over..", LengthPrefix.Varint));

    private readonly byte[] _read = new byte[256 * sizeof(int)];
    private BinaryReader? _reader; // one for all invocations: an instance runs one method

    [Benchmark(Baseline = true), BenchmarkCategory("Message"), Row("POOL-read-message", Role.Before, "BinaryReader")]
    public long MessageByBinaryReader()
    {
        BinaryReader reader = Reader(_message);
        long sum = reader.ReadUInt16() + reader.Read7BitEncodedInt() + reader.Read7BitEncodedInt64();
        sum += reader.ReadInt32() + reader.ReadInt64();
        Span<byte> name = _read.AsSpan(0, reader.Read7BitEncodedInt());
        if (reader.Read(name) != name.Length)
            throw new EndOfStreamException();

        return sum + name.Length + name[^1] + (long)reader.ReadDouble() + reader.ReadUInt32();
    }

    [Benchmark, BenchmarkCategory("Message"), Row("POOL-read-message", Role.Peer, "BinaryPrimitives, over a sliced span")]
    public long MessageByPrimitives()
    {
        ReadOnlySpan<byte> rest = _message;
        long sum = BinaryPrimitives.ReadUInt16LittleEndian(rest);
        rest = rest[sizeof(ushort)..];
        sum += VarintByHand(ref rest) + (long)Varint64ByHand(ref rest);
        sum += BinaryPrimitives.ReadInt32LittleEndian(rest);
        rest = rest[sizeof(int)..];
        sum += BinaryPrimitives.ReadInt64LittleEndian(rest);
        rest = rest[sizeof(long)..];
        int length = (int)VarintByHand(ref rest);
        ReadOnlySpan<byte> name = rest[..length];
        rest = rest[length..];
        sum += name.Length + name[^1] + (long)BinaryPrimitives.ReadDoubleLittleEndian(rest);
        return sum + BinaryPrimitives.ReadUInt32LittleEndian(rest[sizeof(double)..]);
    }

    [Benchmark, BenchmarkCategory("Message"), Row("POOL-read-message", Role.Ours, "BufferReader")]
    public long MessageByRead()
    {
        var reader = new BufferReader(_message);
        long sum = reader.ReadUInt16LittleEndian() + reader.ReadVarint32() + (long)reader.ReadVarint64();
        sum += reader.ReadInt32LittleEndian() + reader.ReadInt64LittleEndian();
        ReadOnlySpan<byte> name = reader.ReadPrefixedBytes(LengthPrefix.Varint);
        return sum + name.Length + name[^1] + (long)reader.ReadDoubleLittleEndian() + reader.ReadUInt32LittleEndian();
    }

    [Benchmark, BenchmarkCategory("Message"), Row("POOL-read-message", Role.Ours, "SequenceReaderExtensions")]
    public long MessageBySequenceReader()
    {
        var reader = new SequenceReader<byte>(new ReadOnlySequence<byte>(_message));
        return reader.TryReadUInt16LittleEndian(out ushort version) && reader.TryReadVarint32(out uint type)
            && reader.TryReadVarint64(out ulong id) && reader.TryReadInt32LittleEndian(out int number)
            && reader.TryReadInt64LittleEndian(out long time)
            && reader.TryReadPrefixedBytes(LengthPrefix.Varint, out ReadOnlySequence<byte> name)
            && reader.TryReadDoubleLittleEndian(out double value) && reader.TryReadUInt32LittleEndian(out uint status)
            ? version + type + (long)id + number + time + name.Length + name.FirstSpan[^1] + (long)value + status
            : throw new InvalidDataException();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Varints"), Row("POOL-read-varints", Role.Before, "BinaryReader")]
    public long VarintsByBinaryReader()
    {
        BinaryReader reader = Reader(_varints);
        long sum = 0;
        for (int i = 0; i < Varints; i++)
            sum += (uint)reader.Read7BitEncodedInt();

        return sum;
    }

    [Benchmark, BenchmarkCategory("Varints"), Row("POOL-read-varints", Role.Peer, "a loop over a sliced span")]
    public long VarintsByLoop()
    {
        ReadOnlySpan<byte> rest = _varints;
        long sum = 0;
        for (int i = 0; i < Varints; i++)
            sum += VarintByHand(ref rest);

        return sum;
    }

    [Benchmark, BenchmarkCategory("Varints"), Row("POOL-read-varints", Role.Ours, "BufferReader")]
    public long VarintsByBufferReader()
    {
        var reader = new BufferReader(_varints);
        long sum = 0;
        for (int i = 0; i < Varints; i++)
            sum += reader.ReadVarint32();

        return sum;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Span"), Row("POOL-read-span-256", Role.Before, "BinaryPrimitives")]
    public byte[] SpanByPrimitives()
    {
        ReadOnlySpan<byte> rest = _numbers;
        foreach (ref int number in MemoryMarshal.Cast<byte, int>(_read.AsSpan()))
        {
            number = BinaryPrimitives.ReadInt32BigEndian(rest);
            rest = rest[sizeof(int)..];
        }

        return _read;
    }

    [Benchmark, BenchmarkCategory("Span"), Row("POOL-read-span-256", Role.Peer, "BinaryPrimitives.ReverseEndianness")]
    public byte[] SpanByReverseEndianness()
    {
        BinaryPrimitives.ReverseEndianness(
            MemoryMarshal.Cast<byte, int>(_numbers.AsSpan()), MemoryMarshal.Cast<byte, int>(_read.AsSpan()));
        return _read;
    }

    [Benchmark, BenchmarkCategory("Span"), Row("POOL-read-span-256", Role.Ours, "BufferReader")]
    public byte[] SpanByBufferReader()
    {
        new BufferReader(_numbers).ReadBigEndian(MemoryMarshal.Cast<byte, int>(_read.AsSpan()));
        return _read;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Text"), Row("POOL-read-utf8-32", Role.Before, "BinaryReader")]
    public string TextByBinaryReader() => Reader(_text).ReadString();

    [Benchmark, BenchmarkCategory("Text"), Row("POOL-read-utf8-32", Role.Peer, "UTF8Encoding.GetString, over a span")]
    public string TextByEncoding()
    {
        ReadOnlySpan<byte> rest = _text;
        int length = (int)VarintByHand(ref rest);
        return s_strict.GetString(rest[..length]);
    }

    [Benchmark, BenchmarkCategory("Text"), Row("POOL-read-utf8-32", Role.Ours, "BufferReader")]
    public string TextByBufferReader() => new BufferReader(_text).ReadPrefixedUtf8(LengthPrefix.Varint, maxLength: 100);

    private BinaryReader Reader(byte[] bytes)
    {
        _reader ??= new BinaryReader(new MemoryStream(bytes));
        _reader.BaseStream.Position = 0;
        return _reader;
    }

    private static byte[] Written(Action<PooledArrayBufferWriter<byte>> write)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        write(writer);
        return writer.WrittenSpan.ToArray();
    }

    /// <summary>Has a short way for one byte, which most have.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint VarintByHand(ref ReadOnlySpan<byte> rest)
    {
        uint first = rest[0];
        if (first >= 0x80)
            return LongVarintByHand(ref rest);

        rest = rest[1..];
        return first;
    }

    private static uint LongVarintByHand(ref ReadOnlySpan<byte> rest)
    {
        uint value = 0;
        for (int i = 0; i < 5; i++)
        {
            uint next = rest[i];
            value |= (next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                rest = rest[(i + 1)..];
                return value;
            }
        }

        throw new InvalidDataException();
    }

    private static ulong Varint64ByHand(ref ReadOnlySpan<byte> rest)
    {
        ulong value = 0;
        for (int i = 0; i < 10; i++)
        {
            byte next = rest[i];
            value |= (ulong)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                rest = rest[(i + 1)..];
                return value;
            }
        }

        throw new InvalidDataException();
    }
}
