using System.Text.Unicode;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures writing into a writer that a connection keeps and resets: text, numbers, and nested messages. These are 8 records of a
/// short text, each after its length, in a frame after its length. A length is known only when the content is written.</summary>
public class BufferWriterExtensionsBenchmarks : WriterBenchmarks
{
    private readonly KeptArrayWriter _kept = new();
    private readonly byte[] _array = new byte[4096];
    private readonly MemoryStream _stream = new(4096);
    private readonly BinaryWriter _binary;
    private readonly string _text = "The quick brown fox jumps over..";
    private readonly (string Name, int Id, double Reading) _item = ("temperature", 4711, 21.5);
    private readonly byte[] _record = "a record of some fields"u8.ToArray();
    private readonly uint[] _varints = [0, 1, 127, 128, 300, 16_384, 70_000, uint.MaxValue];
    private readonly int[] _numbers = [.. Enumerable.Range(-128, 256)];
    private readonly byte[] _smallBytes = [.. Enumerable.Range(0, 1000).Select(static i => (byte)(i * 7))];
    private readonly uint[] _smallVarints = [.. Enumerable.Range(0, 1000).Select(static i => (uint)(i % 8 < 5 ? i % 120 : i * i * 31))];
    private readonly string[] _topics = [.. Enumerable.Range(0, 1000).Select(static i => "sensors/room-17/temperature"[..(6 + (i % 20))])];

    public BufferWriterExtensionsBenchmarks() => _binary = new BinaryWriter(_stream);

    private ReadOnlyMemory<byte> Streamed => new(_stream.GetBuffer(), 0, (int)_stream.Position);

    [Benchmark(Baseline = true), BenchmarkCategory("Text"), Row("POOL-write-utf8-32", Role.Before, "Encoding.UTF8.GetBytes")]
    public byte[] EncodingGetBytes() => Encoding.UTF8.GetBytes(_text);

    [Benchmark, BenchmarkCategory("Text"), Row("POOL-write-utf8-32", Role.Peer, "GetBytes into a kept array")]
    public ReadOnlyMemory<byte> GetBytesIntoArray() => _array.AsMemory(0, Encoding.UTF8.GetBytes(_text, _array));

    [Benchmark, BenchmarkCategory("Text"), Row("POOL-write-utf8-32", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        Reset().WriteUtf8(_text);
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Interpolated"), Row("POOL-write-interpolated", Role.Before, "Encoding.UTF8.GetBytes")]
    public byte[] InterpolatedGetBytes() =>
        Encoding.UTF8.GetBytes($"{_item.Name}[{_item.Id}] = {_item.Reading}; {_item.Id,4}; {_item.Id:X8}");

    [Benchmark, BenchmarkCategory("Interpolated"), Row("POOL-write-interpolated", Role.Peer, "Utf8.TryWrite into a kept array")]
    public ReadOnlyMemory<byte> InterpolatedIntoArray() =>
        Utf8.TryWrite(_array, $"{_item.Name}[{_item.Id}] = {_item.Reading}; {_item.Id,4}; {_item.Id:X8}", out int written)
            ? _array.AsMemory(0, written)
            : throw new InvalidOperationException();

    [Benchmark, BenchmarkCategory("Interpolated"), Row("POOL-write-interpolated", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> InterpolatedOwned()
    {
        Reset().WriteUtf8($"{_item.Name}[{_item.Id}] = {_item.Reading}; {_item.Id,4}; {_item.Id:X8}");
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Numbers"), Row("POOL-write-numbers", Role.Before, "BinaryWriter")]
    public ReadOnlyMemory<byte> NumbersByBinaryWriter()
    {
        _stream.Position = 0;
        _binary.Write((ushort)0x0102);
        _binary.Write((ushort)7);
        _binary.Write(42);
        _binary.Write(-1);
        _binary.Write(1234567890123L);
        _binary.Write(2.5);
        return Streamed;
    }

    /// <summary>Uses an array with the known length.</summary>
    [Benchmark, BenchmarkCategory("Numbers"), Row("POOL-write-numbers", Role.Peer, "BinaryPrimitives, into a kept array")]
    public ReadOnlyMemory<byte> NumbersByPrimitives()
    {
        Span<byte> span = _array;
        BinaryPrimitives.WriteUInt16LittleEndian(span, 0x0102);
        BinaryPrimitives.WriteUInt16LittleEndian(span[2..], 7);
        BinaryPrimitives.WriteInt32LittleEndian(span[4..], 42);
        BinaryPrimitives.WriteInt32LittleEndian(span[8..], -1);
        BinaryPrimitives.WriteInt64LittleEndian(span[12..], 1234567890123L);
        BinaryPrimitives.WriteDoubleLittleEndian(span[20..], 2.5);
        return _array.AsMemory(0, 28);
    }

    [Benchmark, BenchmarkCategory("Numbers"), Row("POOL-write-numbers", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> NumbersOwned()
    {
        Reset().WriteUInt16LittleEndian(0x0102);
        Owned.WriteUInt16LittleEndian(7);
        Owned.WriteInt32LittleEndian(42);
        Owned.WriteInt32LittleEndian(-1);
        Owned.WriteInt64LittleEndian(1234567890123L);
        Owned.WriteDoubleLittleEndian(2.5);
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Varints"), Row("POOL-write-varints", Role.Before, "BinaryWriter")]
    public ReadOnlyMemory<byte> VarintsByBinaryWriter()
    {
        _stream.Position = 0;
        foreach (uint value in _varints)
            _binary.Write7BitEncodedInt((int)value);

        return Streamed;
    }

    [Benchmark, BenchmarkCategory("Varints"), Row("POOL-write-varints", Role.Peer, "an array by hand")]
    public ReadOnlyMemory<byte> FewVarintsByHand() => WriteVarintsByHand(_varints);

    [Benchmark, BenchmarkCategory("Varints"), Row("POOL-write-varints", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> VarintsOwned() => WriteVarints(_varints);

    [Benchmark(Baseline = true), BenchmarkCategory("Span"), Row("POOL-write-span-256", Role.Before, "BinaryWriter")]
    public ReadOnlyMemory<byte> SpanByBinaryWriter()
    {
        _stream.Position = 0;
        foreach (int value in _numbers)
            _binary.Write(BinaryPrimitives.ReverseEndianness(value));

        return Streamed;
    }

    [Benchmark, BenchmarkCategory("Span"), Row("POOL-write-span-256", Role.Peer, "BinaryPrimitives.ReverseEndianness, into a kept array")]
    public ReadOnlyMemory<byte> SpanByPrimitives()
    {
        BinaryPrimitives.ReverseEndianness(_numbers, MemoryMarshal.Cast<byte, int>(_array.AsSpan()));
        return _array.AsMemory(0, _numbers.Length * sizeof(int));
    }

    [Benchmark, BenchmarkCategory("Span"), Row("POOL-write-span-256", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> SpanOwned()
    {
        Reset().WriteBigEndian<int>(_numbers);
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("SmallBytes"), Row("POOL-write-1000-bytes", Role.Before, "an array by hand")]
    public ReadOnlyMemory<byte> BytesByHand()
    {
        _kept.Reset();
        foreach (byte value in _smallBytes)
            _kept.WriteByte(value);

        return _kept.Written;
    }

    [Benchmark, BenchmarkCategory("SmallBytes"), Row("POOL-write-1000-bytes", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> BytesOwned()
    {
        Owned.ResetWrittenCount();
        foreach (byte value in _smallBytes)
            Owned.WriteByte(value);

        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("SmallVarints"), Row("POOL-write-1000-varints", Role.Before, "an array by hand")]
    public ReadOnlyMemory<byte> VarintsByHand() => WriteVarintsByHand(_smallVarints);

    [Benchmark, BenchmarkCategory("SmallVarints"), Row("POOL-write-1000-varints", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> VarintsOneByOne() => WriteVarints(_smallVarints);

    [Benchmark(Baseline = true), BenchmarkCategory("SmallTexts"), Row("POOL-write-1000-texts", Role.Before, "an array by hand")]
    public ReadOnlyMemory<byte> TextsByHand()
    {
        _kept.Reset();
        foreach (string text in _topics)
            _kept.WriteText(text);

        return _kept.Written;
    }

    [Benchmark, BenchmarkCategory("SmallTexts"), Row("POOL-write-1000-texts", Role.Ours, "BufferWriterExtensions")]
    public ReadOnlyMemory<byte> TextsOwned()
    {
        Owned.ResetWrittenCount();
        foreach (string text in _topics)
            Owned.WritePrefixedUtf8(text, LengthPrefix.UInt16BigEndian);

        return Owned.WrittenMemory;
    }

    /// <summary>Writes a placeholder, sets <see cref="Stream.Position"/> back, writes the length, and continues.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("FixedLengths"), Row("POOL-length-prefix-fixed", Role.Before, "BinaryWriter")]
    public ReadOnlyMemory<byte> BinaryWriterAndPosition()
    {
        _stream.Position = 0;
        _binary.Write(0);
        for (int record = 0; record < 8; record++)
        {
            long at = _stream.Position;
            _binary.Write(0);
            _binary.Write(_record);
            PatchStream(at);
        }

        PatchStream(0);
        return Streamed;
    }

    /// <summary>Uses an array that is long enough for the longest frame.</summary>
    [Benchmark, BenchmarkCategory("FixedLengths"), Row("POOL-length-prefix-fixed", Role.Peer, "BinaryPrimitives, into a kept array")]
    public ReadOnlyMemory<byte> LengthsByPrimitives()
    {
        int position = sizeof(int);
        for (int record = 0; record < 8; record++)
        {
            int at = position;
            position += sizeof(int);
            _record.CopyTo(_array.AsSpan(position));
            position += _record.Length;
            BinaryPrimitives.WriteInt32LittleEndian(_array.AsSpan(at), position - at - sizeof(int));
        }

        BinaryPrimitives.WriteInt32LittleEndian(_array, position - sizeof(int));
        return _array.AsMemory(0, position);
    }

    [Benchmark, BenchmarkCategory("FixedLengths"), Row("POOL-length-prefix-fixed", Role.Ours, "Reserve")]
    public ReadOnlyMemory<byte> Reserved()
    {
        BufferReservation<byte> frame = Reset().Reserve(sizeof(int));
        for (int record = 0; record < 8; record++)
        {
            BufferReservation<byte> length = Owned.Reserve(sizeof(int));
            Owned.Write(_record);
            length.PatchLengthLittleEndian();
        }

        frame.PatchLengthLittleEndian();
        return Owned.WrittenMemory;
    }

    /// <summary>Writes each message into a separate stream, because the number of bytes of its length depends on it.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("VarintLengths")]
    [Row("POOL-length-prefix-varint", Role.Before, "MemoryStream for each message")]
    public byte[] VarintBinaryWriters()
    {
        using var body = new MemoryStream();
        using var writer = new BinaryWriter(body);
        for (int record = 0; record < 8; record++)
        {
            using var inner = new MemoryStream();
            inner.Write(_record);
            writer.Write7BitEncodedInt((int)inner.Length);
            inner.WriteTo(body);
        }

        using var frame = new MemoryStream();
        using var frameWriter = new BinaryWriter(frame);
        frameWriter.Write7BitEncodedInt((int)body.Length);
        body.WriteTo(frame);
        return frame.ToArray();
    }

    /// <summary>Knows the lengths of the records before it writes them. That of the frame goes into room in front.</summary>
    [Benchmark, BenchmarkCategory("VarintLengths")]
    [Row("POOL-length-prefix-varint", Role.Peer, "a kept array, for records whose lengths are known")]
    public ReadOnlyMemory<byte> VarintKeptArray()
    {
        _kept.Reset(headerRoom: 5);
        for (int record = 0; record < 8; record++)
        {
            _kept.WriteVarint((uint)_record.Length);
            _kept.Write(_record);
        }

        _kept.PutLength();
        return _kept.Written;
    }

    /// <summary>The lengths of the records take one byte, as reserved. That of the frame takes two, so the whole frame is moved by one
    /// byte.</summary>
    [Benchmark, BenchmarkCategory("VarintLengths"), Row("POOL-length-prefix-varint", Role.Ours, "Reserve")]
    public ReadOnlyMemory<byte> VarintReserved()
    {
        BufferReservation<byte> frame = Reset().Reserve(1);
        for (int record = 0; record < 8; record++)
        {
            BufferReservation<byte> length = Owned.Reserve(1);
            Owned.Write(_record);
            length.PatchVarintLength();
        }

        frame.PatchVarintLength();
        return Owned.WrittenMemory;
    }

    private ReadOnlyMemory<byte> WriteVarints(uint[] values)
    {
        Owned.ResetWrittenCount();
        foreach (uint value in values)
            Owned.WriteVarint32(value);

        return Owned.WrittenMemory;
    }

    private ReadOnlyMemory<byte> WriteVarintsByHand(uint[] values)
    {
        _kept.Reset();
        foreach (uint value in values)
            _kept.WriteVarint(value);

        return _kept.Written;
    }

    private void PatchStream(long at)
    {
        long end = _stream.Position;
        _stream.Position = at;
        _binary.Write((int)(end - at - sizeof(int)));
        _stream.Position = end;
    }
}
