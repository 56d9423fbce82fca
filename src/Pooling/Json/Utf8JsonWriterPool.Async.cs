using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>Targets that are written to asynchronously.</content>
public sealed partial class Utf8JsonWriterPool
{
    /// <summary>Rents a writer that writes to a stream, only asynchronously. Only
    /// <see cref="PooledAsyncUtf8JsonWriter.FlushAsync"/> flushes the stream.</summary>
    /// <param name="target">The stream to write to. It stays open; the lease does not use it after its end.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The maximum number of bytes to buffer if
    /// <see cref="PooledAsyncUtf8JsonWriter.DrainIfNeededAsync"/> is awaited after every few values. Otherwise
    /// everything is buffered until <see cref="PooledAsyncUtf8JsonWriter.FlushAsync"/> or the end of the lease.</param>
    /// <returns>The lease. End it with <c>await using</c>, which writes the remaining content, or with
    /// <see cref="PooledAsyncUtf8JsonWriter.Discard"/>, which drops it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="target"/> does not support writing.</exception>
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
            Throw.Argument("The stream does not support writing.", nameof(target));

        return RentAsyncWriter(target, null, options, drainThreshold);
    }

    /// <summary>Rents a writer that writes to a pipe, flushes the pipe each time, and waits if the pipe's reader is
    /// behind.</summary>
    /// <param name="target">The pipe writer to write to. It is not completed; the lease does not use it after its
    /// end.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The maximum number of bytes to buffer if
    /// <see cref="PooledAsyncUtf8JsonWriter.DrainIfNeededAsync"/> is awaited after every few values. Otherwise
    /// everything is buffered until <see cref="PooledAsyncUtf8JsonWriter.FlushAsync"/> or the end of the lease.</param>
    /// <returns>The lease. End it with <c>await using</c>, which writes the remaining content, or with
    /// <see cref="PooledAsyncUtf8JsonWriter.Discard"/>, which drops it.</returns>
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

    private PooledAsyncUtf8JsonWriter RentAsyncWriter(
        Stream? stream, PipeWriter? pipe, JsonWriterOptions options, int drainThreshold)
    {
        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.OpenAsync(cell, stream, pipe, drainThreshold);
        GC.KeepAlive(this);
        return new PooledAsyncUtf8JsonWriter(cell);
    }
}
