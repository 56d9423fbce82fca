using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>Targets that are written to asynchronously.</content>
public sealed partial class Utf8JsonWriterPool
{
    /// <summary>Rents a writer that writes to <paramref name="target"/>, asynchronously only, and never flushes it.</summary>
    /// <param name="target">The stream that the bytes are written to. It stays open, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The most bytes that the lease holds back if <see cref="PooledAsyncUtf8JsonWriter.DrainIfNeededAsync"/>
    /// is awaited after every few values. Without that it holds back everything until <see cref="PooledAsyncUtf8JsonWriter.FlushAsync"/> or
    /// the end.</param>
    /// <returns>The lease. End it with <c>await using</c>, which writes what is left, or with
    /// <see cref="PooledAsyncUtf8JsonWriter.Discard"/>, which gives that up.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="target"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledAsyncUtf8JsonWriter RentAsyncWriter(
        Stream target,
        JsonWriterOptions options = default,
        int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);
        if (!target.CanWrite)
            Throw.Argument("The stream cannot be written to.", nameof(target));

        return RentAsyncWriter(target, null, options, drainThreshold);
    }

    /// <summary>Rents a writer that writes to <paramref name="target"/>, flushes it each time, and waits while its reader lags
    /// behind.</summary>
    /// <param name="target">The pipe that the bytes are written to. It is not completed, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The most bytes that the lease holds back if <see cref="PooledAsyncUtf8JsonWriter.DrainIfNeededAsync"/>
    /// is awaited after every few values. Without that it holds back everything until <see cref="PooledAsyncUtf8JsonWriter.FlushAsync"/> or
    /// the end.</param>
    /// <returns>The lease. End it with <c>await using</c>, which writes what is left, or with
    /// <see cref="PooledAsyncUtf8JsonWriter.Discard"/>, which gives that up.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledAsyncUtf8JsonWriter RentAsyncWriter(
        PipeWriter target,
        JsonWriterOptions options = default,
        int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);

        return RentAsyncWriter(null, target, options, drainThreshold);
    }

    private PooledAsyncUtf8JsonWriter RentAsyncWriter(Stream? stream, PipeWriter? pipe, JsonWriterOptions options, int drainThreshold)
    {
        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.OpenAsync(stream, pipe, drainThreshold);
        GC.KeepAlive(this);
        return new PooledAsyncUtf8JsonWriter(cell);
    }
}
