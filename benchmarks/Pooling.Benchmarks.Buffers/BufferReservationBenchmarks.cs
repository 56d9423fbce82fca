namespace Pooling.Benchmarks.Buffers;

/// <summary>Messages in messages: 8 records of a short text, each with its length in front, in a frame with its own. The length is known
/// only once the rest is written.</summary>
public class BufferReservationBenchmarks : WriterBenchmarks
{
    private readonly byte[] _text = "a record of some fields"u8.ToArray();
    private readonly MemoryStream _stream = new(1024);
    private readonly BinaryWriter _binary;

    public BufferReservationBenchmarks() => _binary = new BinaryWriter(_stream);

    /// <summary>Writes a place-holder, comes back by <see cref="Stream.Position"/>, writes the length, and goes on.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("Fixed"), Row("POOL-length-prefix-fixed", Role.Before)]
    public ReadOnlyMemory<byte> BinaryWriterAndPosition()
    {
        _stream.SetLength(0);
        _binary.Write(0);
        for (int record = 0; record < 8; record++)
        {
            long at = _stream.Position;
            _binary.Write(0);
            _binary.Write(_text);
            PatchStream(at);
        }

        PatchStream(0);
        return new ReadOnlyMemory<byte>(_stream.GetBuffer(), 0, (int)_stream.Length);
    }

    /// <summary>The floor: nothing is checked, and the bytes are written into the written span.</summary>
    [Benchmark, BenchmarkCategory("Fixed"), Row("POOL-length-prefix-fixed", Role.Peer, "patched by hand")]
    public ReadOnlyMemory<byte> PatchedByHand()
    {
        Owned.ResetWrittenCount();
        Owned.WriteInt32LittleEndian(0);
        for (int record = 0; record < 8; record++)
        {
            int at = Owned.WrittenCount;
            Owned.WriteInt32LittleEndian(0);
            Owned.Write(_text);
            PatchWriter(at);
        }

        PatchWriter(0);
        return Owned.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("Fixed"), Row("POOL-length-prefix-fixed", Role.Ours)]
    public ReadOnlyMemory<byte> Reserved()
    {
        Owned.ResetWrittenCount();
        BufferReservation<byte> frame = Owned.Reserve(sizeof(int));
        for (int record = 0; record < 8; record++)
        {
            BufferReservation<byte> length = Owned.Reserve(sizeof(int));
            Owned.Write(_text);
            length.PatchLengthLittleEndian();
        }

        frame.PatchLengthLittleEndian();
        return Owned.WrittenMemory;
    }

    /// <summary>Each message into a stream of its own, since the length of its length depends on it.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("Varint"), Row("POOL-length-prefix-varint", Role.Before)]
    public byte[] VarintBinaryWriters()
    {
        using var body = new MemoryStream();
        using var writer = new BinaryWriter(body);
        for (int record = 0; record < 8; record++)
        {
            using var inner = new MemoryStream();
            inner.Write(_text);
            writer.Write7BitEncodedInt((int)inner.Length);
            inner.WriteTo(body);
        }

        using var frame = new MemoryStream();
        using var frameWriter = new BinaryWriter(frame);
        frameWriter.Write7BitEncodedInt((int)body.Length);
        body.WriteTo(frame);
        return frame.ToArray();
    }

    /// <summary>The records take one byte as guessed; the frame takes two, and all of it moves by one.</summary>
    [Benchmark, BenchmarkCategory("Varint"), Row("POOL-length-prefix-varint", Role.Ours)]
    public ReadOnlyMemory<byte> VarintReserved()
    {
        Owned.ResetWrittenCount();
        BufferReservation<byte> frame = Owned.Reserve(1);
        for (int record = 0; record < 8; record++)
        {
            BufferReservation<byte> length = Owned.Reserve(1);
            Owned.Write(_text);
            length.PatchVarintLength();
        }

        frame.PatchVarintLength();
        return Owned.WrittenMemory;
    }

    private void PatchWriter(int at) => BinaryPrimitives.WriteInt32LittleEndian(
        MemoryMarshal.AsMemory(Owned.WrittenMemory).Span[at..], Owned.WrittenCount - at - sizeof(int));

    private void PatchStream(long at)
    {
        long end = _stream.Position;
        _stream.Position = at;
        _binary.Write((int)(end - at - sizeof(int)));
        _stream.Position = end;
    }
}
