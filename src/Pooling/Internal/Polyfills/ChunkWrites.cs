namespace Pooling.Internal.Polyfills;

/// <summary>Writes parts of arrays to streams by the member that allocates least.</summary>
internal static class ChunkWrites
{
#if NETSTANDARD2_0
    internal static ValueTask WriteChunkAsync(this Stream stream, byte[] array, int offset, int count, CancellationToken cancellationToken) =>
        new(stream.WriteAsync(array, offset, count, cancellationToken));
#else
    internal static ValueTask WriteChunkAsync(this Stream stream, byte[] array, int offset, int count, CancellationToken cancellationToken) =>
        stream.WriteAsync(new ReadOnlyMemory<byte>(array, offset, count), cancellationToken);
#endif
}
