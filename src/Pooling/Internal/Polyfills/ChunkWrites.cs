namespace Pooling.Internal.Polyfills;

/// <summary>Writes parts of arrays to streams through the overload that allocates least.</summary>
internal static class ChunkWrites
{
    /// <summary>Writes a part of an array. An exception of the stream is stored in the task.</summary>
    internal static ValueTask WriteChunkAsync(
        this Stream stream, byte[] array, int offset, int count, CancellationToken cancellationToken)
    {
        try
        {
#if NETSTANDARD2_0
            return new ValueTask(stream.WriteAsync(array, offset, count, cancellationToken));
#else
            return stream.WriteAsync(new ReadOnlyMemory<byte>(array, offset, count), cancellationToken);
#endif
        }
        catch (Exception exception)
        {
            return new ValueTask(Task.FromException(exception));
        }
    }
}
