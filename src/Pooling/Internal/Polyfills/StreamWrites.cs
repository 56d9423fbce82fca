namespace Pooling.Internal.Polyfills;

/// <summary>Asynchronous writes that allocate no task where the framework can do without.</summary>
internal static class StreamWrites
{
    /// <summary>Writes the start of an array.</summary>
    internal static ValueTask WriteFirstAsync(this Stream stream, byte[] array, int count, CancellationToken cancellationToken) =>
#if NETSTANDARD2_0
        new(stream.WriteAsync(array, 0, count, cancellationToken));
#else
        stream.WriteAsync(new ReadOnlyMemory<byte>(array, 0, count), cancellationToken);
#endif
}
