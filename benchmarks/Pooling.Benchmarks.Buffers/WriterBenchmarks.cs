namespace Pooling.Benchmarks.Buffers;

/// <summary>Provides a writer that its connection keeps and resets, and a pool of writers.</summary>
public abstract class WriterBenchmarks
{
    private protected PooledArrayBufferWriter<byte> Owned { get; } = new(initialCapacity: 1024);

    private protected BufferWriterPool Pool { get; } = new();

    /// <returns>The writer of the connection, as if the previous message had been sent.</returns>
    private protected PooledArrayBufferWriter<byte> Reset()
    {
        Owned.ResetWrittenCount();
        return Owned;
    }

    private protected static ReadOnlyMemory<byte> Fill(PooledArrayBufferWriter<byte> writer, byte[][] pieces)
    {
        foreach (byte[] piece in pieces)
            writer.Write(piece);

        return writer.WrittenMemory;
    }
}
