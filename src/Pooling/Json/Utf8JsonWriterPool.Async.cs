using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>Targets that are written to asynchronously.</content>
public sealed partial class Utf8JsonWriterPool
{
    /// <summary>Leases a writer that writes to <paramref name="target"/>, asynchronously only, and never flushes it.</summary>
    /// <param name="target">What the bytes are written to. It stays open, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The bytes that the lease holds back at most if <see cref="PooledUtf8JsonWriter.DrainIfNeededAsync"/> is
    /// awaited after every few values. Without that it holds back everything until <see cref="PooledUtf8JsonWriter.FlushAsync"/> or the
    /// end.</param>
    /// <returns>The lease. End it with <c>await using</c>, which writes what is left; <see cref="PooledUtf8JsonWriter.Dispose"/> cannot
    /// write asynchronously and drops what is left.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="target"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledUtf8JsonWriter RentAsyncWriter(Stream target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);
        if (!target.CanWrite)
            Throw.Argument("The stream cannot be written to.", nameof(target));

        return RentAsyncWriter(target, null, options, drainThreshold);
    }

    /// <summary>Leases a writer that writes to <paramref name="target"/>, flushes it each time, and waits while its reader lags
    /// behind.</summary>
    /// <param name="target">What the bytes are written to. It is not completed, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The bytes that the lease holds back at most if <see cref="PooledUtf8JsonWriter.DrainIfNeededAsync"/> is
    /// awaited after every few values. Without that it holds back everything until <see cref="PooledUtf8JsonWriter.FlushAsync"/> or the
    /// end.</param>
    /// <returns>The lease. End it with <c>await using</c>, which writes what is left; <see cref="PooledUtf8JsonWriter.Dispose"/> cannot
    /// write asynchronously and drops what is left.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledUtf8JsonWriter RentAsyncWriter(PipeWriter target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);

        return RentAsyncWriter(null, target, options, drainThreshold);
    }

    private PooledUtf8JsonWriter RentAsyncWriter(Stream? stream, PipeWriter? pipe, JsonWriterOptions options, int drainThreshold)
    {
        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.OpenAsync(stream, pipe, drainThreshold);
        GC.KeepAlive(this);
        return new PooledUtf8JsonWriter(cell);
    }
}
