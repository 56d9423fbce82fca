namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures one message at a time: getting a writer, writing the message in pieces of 4 KB, getting the written bytes, and
/// releasing the writer.</summary>
public partial class PooledArrayBufferWriterBenchmarks : WriterBenchmarks
{
    [ThreadStatic]
    private static ArrayBufferWriter<byte>? s_ofThread;

    private readonly RecyclableMemoryStreamManager _streams = new();
    private byte[][] _pieces = [];

    [Params(16, 128, 4_096, 65_536, 131_072, 1_048_576, 16_777_216)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => _pieces = [.. Enumerable.Range(0, Length).Select(static i => (byte)(i % 251)).Chunk(4096)];

    [Benchmark(Baseline = true), Row("POOL-writer-*", Role.Before, "ArrayBufferWriter")]
    public ReadOnlyMemory<byte> ArrayBufferWriter()
    {
        var writer = new ArrayBufferWriter<byte>();
        foreach (byte[] piece in _pieces)
        {
            piece.CopyTo(writer.GetSpan(piece.Length)); // Write grows in steps, because it does not ask for all of it
            writer.Advance(piece.Length);
        }

        return writer.WrittenMemory;
    }

    /// <summary>Uses a writer per thread. The longest message stays in memory, and a second writer needs another field.</summary>
    [Benchmark, Row("POOL-writer-*", Role.Peer, "[ThreadStatic] ArrayBufferWriter")]
    public ReadOnlyMemory<byte> ThreadStaticWriter()
    {
        ArrayBufferWriter<byte> writer = s_ofThread ??= new ArrayBufferWriter<byte>();
        writer.ResetWrittenCount();
        foreach (byte[] piece in _pieces)
        {
            piece.CopyTo(writer.GetSpan(piece.Length));
            writer.Advance(piece.Length);
        }

        return writer.WrittenMemory;
    }

    [Benchmark, Row("POOL-writer-*", Role.Peer, "MemoryStream")]
    public ReadOnlyMemory<byte> MemoryStream()
    {
        using var stream = new MemoryStream();
        foreach (byte[] piece in _pieces)
            stream.Write(piece);

        return stream.GetBuffer().AsMemory(0, (int)stream.Length);
    }

    [Benchmark, Row("POOL-writer-*", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    public ReadOnlyMemory<byte> ToolkitWriter()
    {
        using var writer = new ArrayPoolBufferWriter<byte>();
        foreach (byte[] piece in _pieces)
        {
            piece.CopyTo(writer.GetSpan(piece.Length));
            writer.Advance(piece.Length);
        }

        return writer.WrittenMemory;
    }

    [Benchmark, Row("POOL-writer-*", Role.Peer, "a struct over ArrayPool, of twenty lines")]
    public ReadOnlyMemory<byte> ArrayPoolStruct()
    {
        using var writer = new ArrayPoolBytes(256);
        foreach (byte[] piece in _pieces)
            writer.Write(piece);

        return writer.Written;
    }

    /// <summary>The minimum for writers that share their arrays: the length is known at the start, and the array does not grow.</summary>
    [Benchmark, Row("POOL-writer-*", Role.Peer, "ArrayPool, by hand, whose length is known")]
    public ReadOnlyMemory<byte> BareArrayPool()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        int at = 0;
        foreach (byte[] piece in _pieces)
        {
            piece.AsSpan().CopyTo(array.AsSpan(at));
            at += piece.Length;
        }

        ArrayPool<byte>.Shared.Return(array);
        return array.AsMemory(0, at);
    }

    /// <summary>Reads the blocks of 128 KB, as recommended by its guidelines. Uses an id, because a random one can cost more than the
    /// rest.</summary>
    [Benchmark, Row("POOL-writer-*", Role.Peer, "RecyclableMemoryStream, with a given id")]
    public ReadOnlySequence<byte> RecyclableStreamWithId()
    {
        using RecyclableMemoryStream stream = _streams.GetStream(Guid.Empty);
        foreach (byte[] piece in _pieces)
            stream.Write(piece);

        return stream.GetReadOnlySequence();
    }

    [Benchmark, Row("POOL-writer-*", Role.Ours, "rented")]
    public ReadOnlyMemory<byte> Rented()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(Pool);
        return Fill(lease.Value, _pieces);
    }

    [Benchmark, Row("POOL-writer-*", Role.Ours, "kept by its connection")]
    public ReadOnlyMemory<byte> OwnedAndReset() => Fill(Reset(), _pieces);
}
