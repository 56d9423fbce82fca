namespace Pooling.Internal.Polyfills;

/// <summary>Reads into and writes from the start of an array asynchronously, without allocating a task where the
/// framework allows that.</summary>
internal static class StreamArrays
{
    internal static ValueTask<int> ReadFirstAsync(
        this Stream stream, byte[] array, int count, CancellationToken cancellationToken) =>
#if NETSTANDARD2_0
        new(stream.ReadAsync(array, 0, count, cancellationToken));
#else
        stream.ReadAsync(new Memory<byte>(array, 0, count), cancellationToken);
#endif

    internal static ValueTask WriteFirstAsync(
        this Stream stream, byte[] array, int count, CancellationToken cancellationToken) =>
#if NETSTANDARD2_0
        new(stream.WriteAsync(array, 0, count, cancellationToken));
#else
        stream.WriteAsync(new ReadOnlyMemory<byte>(array, 0, count), cancellationToken);
#endif
}
