using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Represents the right to use one pooled <see cref="Utf8JsonWriter"/> and its buffer until the lease is
/// disposed.</summary>
/// <remarks>
/// <para>Ownership: the holder disposes the lease once; copies represent the same lease. A second, late or racing
/// <see cref="Dispose"/> has no effect, and every other member throws afterwards, even if another caller has rented the
/// same writer since. What was obtained from <see cref="Writer"/>, <see cref="WrittenSpan"/> or
/// <see cref="WrittenMemory"/> is valid until the lease is disposed.</para>
/// <para>A lease with a target buffers bytes up to its threshold. <see cref="Flush"/> and <see cref="Dispose"/> write
/// them to the target; <see cref="Utf8JsonWriter.Flush"/> does not. A rented target must outlive this lease: if its
/// rental has ended, they throw <see cref="ObjectDisposedException"/>, and its next renter gets nothing of the
/// document. While this lease holds content for a <see cref="PooledArrayBufferWriter{T}"/> or a
/// <see cref="SegmentedBufferWriter"/>, reading that writer throws <see cref="InvalidOperationException"/>. A stream is
/// flushed by <see cref="Flush"/> only, not by other writes. For a target that is written to asynchronously, use
/// <see cref="PooledAsyncUtf8JsonWriter"/>.</para>
/// <para>Thread safety: use a lease and its writer on one thread at a time; they can be held across an await. Only
/// <see cref="Dispose"/> may be called by several threads at the same time; one of the calls has an effect.</para>
/// <para>Allocation: none, except for <see cref="Detach"/>.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly partial struct PooledUtf8JsonWriter : IDisposable, IEquatable<PooledUtf8JsonWriter>
{
    private readonly LeaseCell<JsonOutput>? _cell;
    private readonly long _version;

    internal PooledUtf8JsonWriter(LeaseCell<JsonOutput> cell)
    {
        _cell = cell;
        _version = cell.Version;
    }

    /// <summary>Gets the writer. Do not dispose it: a disposed writer is lost to the pool.</summary>
    /// <remarks>Do not keep the reference beyond the lease. While the writer is idle in the pool, writing to it throws.
    /// Once it is rented again, such a reference writes into the document of the next renter, which cannot be
    /// detected.</remarks>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public Utf8JsonWriter Writer => Output.Writer;

    /// <summary>Gets the bytes written so far, including those that the writer has not flushed. They are valid until
    /// the next write.</summary>
    /// <exception cref="InvalidOperationException">The lease writes to a target, or its document is incomplete because
    /// its buffer could not grow.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public ReadOnlySpan<byte> WrittenSpan => Output.WrittenSpan;

    /// <inheritdoc cref="WrittenSpan"/>
    public ReadOnlyMemory<byte> WrittenMemory => Output.WrittenMemory;

    /// <summary>Gets the number of bytes written so far, including those that the writer has not flushed.</summary>
    /// <inheritdoc cref="WrittenSpan"/>
    public int WrittenCount => Output.WrittenCount;

    /// <summary>Gets a value that indicates whether the lease is live: neither it nor a copy of it was disposed or
    /// returned.</summary>
    // pairs with the compare-and-swap in TryEnd
    public bool IsLive => _cell is { } cell && Volatile.Read(ref cell.Version) == _version;

    private JsonOutput Output
    {
        get
        {
            LeaseCell<JsonOutput>? cell = _cell;
            // pairs with the compare-and-swap in TryEnd
            if (cell is null || Volatile.Read(ref cell.Version) != _version)
                JsonOutput.ThrowEnded(cell, nameof(PooledUtf8JsonWriter));

            return cell.Item;
        }
    }

    private string DebuggerText => IsLive ? _cell!.Item.DebugText : "Ended";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Returns a value that indicates whether two values are the same lease, live or not.</summary>
    /// <param name="left">The first lease.</param>
    /// <param name="right">The second lease.</param>
    /// <returns><see langword="true"/> if both are copies of one lease.</returns>
    public static bool operator ==(PooledUtf8JsonWriter left, PooledUtf8JsonWriter right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different leases.</summary>
    /// <param name="left">The first lease.</param>
    /// <param name="right">The second lease.</param>
    /// <returns><see langword="false"/> if both are copies of one lease.</returns>
    public static bool operator !=(PooledUtf8JsonWriter left, PooledUtf8JsonWriter right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(PooledUtf8JsonWriter other) => _cell == other._cell && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledUtf8JsonWriter other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_cell!) ^ _version.GetHashCode();

    /// <summary>Writes all content to the target, and flushes the target if it is a stream, as
    /// <see cref="Utf8JsonWriter.Flush"/> does. Has no effect if there is no target.</summary>
    /// <exception cref="InvalidOperationException">The document is incomplete, because the target has thrown
    /// before.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>A pipe is not flushed. If the target throws, the exception is passed to the caller, and the lease can
    /// only be disposed.</remarks>
    public void Flush() => Output.Flush();

    /// <summary>Ends the line after a document and starts a new document, for NDJSON, which is also called JSON Lines
    /// or newline-delimited JSON. Call it after each document, including the last one if its line must also be
    /// ended.</summary>
    /// <exception cref="InvalidOperationException">The document is incomplete or empty, or its target has thrown
    /// before. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease or its writer was disposed, or is the default
    /// value.</exception>
    /// <remarks>Rent without <see cref="JsonWriterOptions.Indented"/>, so that each document is on one line. Without
    /// this method, a second document is a second root value, which the writer refuses with
    /// <see cref="InvalidOperationException"/>.</remarks>
    public void NextDocument() => Output.NextDocument();

    /// <summary>Detaches the bytes written so far from the lease. The writer starts a new document.</summary>
    /// <returns>The owner of the bytes, which the caller must dispose, before or after the lease.</returns>
    /// <remarks>Allocates the owner. The buffer moves with the bytes. But up to 1 KB, and bytes that need less than
    /// half of the buffer, are copied to an array of their own. If the array pool throws, the exception is passed to
    /// the caller and the document is unchanged.</remarks>
    /// <exception cref="InvalidOperationException">The lease writes to a target, or its document is incomplete because
    /// its buffer could not grow.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public PooledArray<byte> Detach() => Output.Detach();

    /// <summary>Attempts to end the lease, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the lease; <see langword="false"/> if it had already ended,
    /// or is the default value.</returns>
    /// <remarks>If the target throws, the exception is passed to the caller, and the lease has ended
    /// nevertheless.</remarks>
    public bool TryReturn() => _cell is { } cell && TryEnd(cell, _version);

    /// <summary>Ends the lease: writes the remaining content to the target, if there is one, and returns the writer to
    /// its pool. Has no effect if this lease, or a copy of it, has already ended.</summary>
    /// <remarks>If an exception cut the document short, the part that was written is sent to the target, as by
    /// <see cref="Utf8JsonWriter.Dispose"/>; without the last document if the source of a value, or the array pool,
    /// threw before any of it was sent. If the target has thrown before, it gets nothing more. If it throws now, the
    /// exception is passed to the caller, and the lease has ended nevertheless.</remarks>
    public void Dispose()
    {
        if (_cell is { } cell)
            TryEnd(cell, _version);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEnd(LeaseCell<JsonOutput> cell, long version)
    {
        if (!cell.TryTake(version))
            return cell.Source.Store.RefuseReturn();

        if (!cell.Item.TryEnd(cell, version))
            cell.Source.Return(cell, version);

        return true;
    }
}
