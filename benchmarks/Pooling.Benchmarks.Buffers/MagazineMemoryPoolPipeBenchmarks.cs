namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures 1 MB through a pipe. It is written in pieces of 4 KB, and read whenever a number of them is available.</summary>
/// <remarks>With <see cref="MemoryPool{T}.Shared"/>, a pipe rents from the array pool below it instead, without owners.</remarks>
public partial class MagazineMemoryPoolPipeBenchmarks
{
    private readonly byte[] _piece = [.. Enumerable.Range(0, 4 * 1024).Select(static i => (byte)i)];
    private readonly MagazineMemoryPool _pool = new();
    private Pipe? _pipe; // one for all invocations: an instance runs one method

    [Params(1, 16, 256)]
    public int PiecesARead { get; set; }

    [Benchmark(Baseline = true), Row("POOL-memory-pipe-1MB", Role.Before, "MemoryPool.Shared")]
    public long Shared() => WriteAndRead(MemoryPool<byte>.Shared);

    [Benchmark, Row("POOL-memory-pipe-1MB", Role.Ours)]
    public long Magazine() => WriteAndRead(_pool);

    private long WriteAndRead(MemoryPool<byte> pool)
    {
        Pipe pipe = _pipe ??= new Pipe(new PipeOptions(pool, pauseWriterThreshold: 0));
        long sum = 0;
        for (int written = 1; written <= 256; written++)
        {
            _piece.CopyTo(pipe.Writer.GetMemory(_piece.Length));
            pipe.Writer.Advance(_piece.Length);
            if (written % PiecesARead != 0)
                continue;

            _ = pipe.Writer.FlushAsync(); // completed already: the writer is never paused
            pipe.Reader.TryRead(out ReadResult result);
            foreach (ReadOnlyMemory<byte> segment in result.Buffer)
                sum += segment.Length + segment.Span[^1];

            pipe.Reader.AdvanceTo(result.Buffer.End);
        }

        return sum;
    }
}
