using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Represents the right to use one pooled <see cref="Utf8JsonWriter"/> that writes to a target asynchronously,
/// until <see cref="DisposeAsync"/> or <see cref="Discard"/> is called.</summary>
/// <remarks>
/// <para>Ownership: the holder ends the lease once, with <c>await using</c>; copies represent the same lease.
/// <see cref="DisposeAsync"/> writes everything to the target, except for an incomplete document of which the target
/// has nothing yet. <see cref="Discard"/> drops what was not written to the target yet. If both are called, or either
/// several times, only the first call has an effect. Every other member throws afterwards, even if another caller has
/// rented the same writer since. A reference obtained from <see cref="Writer"/> is valid until then.</para>
/// <para>Target: it is never written to synchronously. Content stays in a buffer until
/// <see cref="DrainIfNeededAsync"/>, <see cref="FlushAsync"/>, a value in pieces, or the end of the lease is awaited;
/// <see cref="Utf8JsonWriter.Flush"/> does not write it to the target.</para>
/// <para>Thread safety: use a lease and its writer on one thread at a time; they can be held across an await. Only
/// <see cref="DisposeAsync"/> and <see cref="Discard"/> may be called by several threads at the same time; one of the
/// calls has an effect.</para>
/// <para>Allocation: none, except for <see cref="DisposeAsync"/> and large values in pieces if the target has to be
/// waited for.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly partial struct PooledAsyncUtf8JsonWriter : IAsyncDisposable, IEquatable<PooledAsyncUtf8JsonWriter>
{
    private readonly LeaseCell<JsonOutput>? _cell;
    private readonly long _version;

    internal PooledAsyncUtf8JsonWriter(LeaseCell<JsonOutput> cell)
    {
        _cell = cell;
        _version = cell.Version;
    }

    /// <summary>Gets the writer. Do not dispose it: a disposed writer is lost to the pool.</summary>
    /// <remarks>Do not reset it to another target either. The lease asks the writer where its last document begins and
    /// whether it is complete, and after either call it may send half a document, or cut one. Do not keep the reference
    /// beyond the lease. While the writer is idle in the pool, writing to it throws. Once it is rented again, such a
    /// reference writes into the document of the next renter, which cannot be detected.</remarks>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    public Utf8JsonWriter Writer => Output.Writer;

    /// <summary>Gets a value that indicates whether the lease is live: neither it nor a copy of it was disposed or
    /// discarded.</summary>
    // pairs with the compare-and-swap in TryTake
    public bool IsLive => _cell is { } cell && Volatile.Read(ref cell.Version) == _version;

    private JsonOutput Output
    {
        get
        {
            LeaseCell<JsonOutput>? cell = _cell;
            // pairs with the compare-and-swap in TryTake
            if (cell is null || Volatile.Read(ref cell.Version) != _version)
                JsonOutput.ThrowEnded(cell, nameof(PooledAsyncUtf8JsonWriter));

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
    public static bool operator ==(PooledAsyncUtf8JsonWriter left, PooledAsyncUtf8JsonWriter right) =>
        left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different leases.</summary>
    /// <param name="left">The first lease.</param>
    /// <param name="right">The second lease.</param>
    /// <returns><see langword="false"/> if both are copies of one lease.</returns>
    public static bool operator !=(PooledAsyncUtf8JsonWriter left, PooledAsyncUtf8JsonWriter right) =>
        !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(PooledAsyncUtf8JsonWriter other) => _cell == other._cell && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledAsyncUtf8JsonWriter other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_cell!) ^ _version.GetHashCode();

    /// <summary>Writes the content to the target if it is close to the threshold. Call it between values as often as
    /// you like: most calls have nothing to do and complete immediately.</summary>
    /// <param name="cancellationToken">A token that cancels the write, if the target supports that.</param>
    /// <returns><see langword="false"/> if the target accepts no more bytes, because the reader of the pipe has
    /// completed. Anything else that is written will be dropped, so the document can be ended.</returns>
    /// <exception cref="OperationCanceledException">The token or the pending flush of the pipe was canceled. The lease
    /// remains usable if the token was canceled before the call, in which case nothing was written, or if the flush was
    /// canceled, in which case the pipe has the bytes. Otherwise it is unknown how much the target has received, and
    /// the lease can only be ended.</exception>
    /// <exception cref="InvalidOperationException">The document is incomplete, because the target has thrown before, or
    /// another drain has not been awaited yet.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, is the default value, or was ended by
    /// <see cref="Discard"/> in the meantime.</exception>
    /// <remarks>Await the task before using the lease or its writer again. If the target throws, the exception is
    /// passed to the caller, the lease can only be ended, and the target gets nothing more.</remarks>
    public ValueTask<bool> DrainIfNeededAsync(CancellationToken cancellationToken = default) =>
        Output.DrainIfNeededAsync(cancellationToken);

    /// <summary>Writes all content to the target, and flushes the target. No other member flushes a stream.</summary>
    /// <inheritdoc cref="DrainIfNeededAsync"/>
    public ValueTask<bool> FlushAsync(CancellationToken cancellationToken = default) =>
        Output.FlushAsync(cancellationToken);

    /// <summary>Ends the line after a document and starts a new document, for NDJSON, which is also called JSON Lines
    /// or newline-delimited JSON. Call it after each document, including the last one if its line must also be
    /// ended.</summary>
    /// <exception cref="InvalidOperationException">The document is incomplete or empty, or its target has thrown
    /// before. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, its writer was disposed, or the lease is the
    /// default value.</exception>
    /// <remarks>Rent without <see cref="JsonWriterOptions.Indented"/>, so that each document is on one line. Without
    /// this method, a second document is a second root value, which the writer refuses with
    /// <see cref="InvalidOperationException"/>. This method does not write to the target.</remarks>
    public void NextDocument() => Output.NextDocument();

    /// <summary>Ends the lease, drops what was not written to the target yet, and returns the writer to its pool. Has
    /// no effect if this lease, or a copy of it, has already ended.</summary>
    /// <remarks>
    /// <para>The target is not used: a stream gets nothing more, and a pipe is not advanced. After
    /// <see cref="FlushAsync"/> nothing is left to drop, so calling this method in a <see langword="finally"/> block
    /// either sends a whole document or stops where an exception cut it short.</para>
    /// <para>A drain that has not been awaited yet fails with <see cref="ObjectDisposedException"/>; the target has its
    /// bytes.</para>
    /// </remarks>
    public void Discard()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is null)
            return;

        if (cell.TryTake(_version))
            cell.Source.Return(cell, _version);
        else
            cell.Source.Store.RefuseReturn();
    }

    /// <summary>Ends the lease: writes the remaining content to the target, and returns the writer to its pool. Has no
    /// effect if this lease, or a copy of it, has already ended.</summary>
    /// <returns>A task that completes when the target has received everything.</returns>
    /// <remarks>
    /// <para>The lease ends immediately; the writer is returned to its pool when the task completes. A drain in
    /// progress is awaited.</para>
    /// <para>If an exception cut a document short and the target has nothing of that document yet, the document is
    /// dropped, and a target that would get nothing else is not used: a web server can still send an error. Complete
    /// documents before it are sent. If the target already has the start of the document, the rest of what was written
    /// is sent; call <see cref="Discard"/> to drop it. A document is incomplete while objects or arrays are open,
    /// whether or not the writer validates, and if a value failed that was written in pieces. To send a part of a
    /// document, call <see cref="FlushAsync"/> first.</para>
    /// <para>If the target has thrown before, it gets nothing more. If it throws now, the exception is passed to the
    /// caller, and the lease has ended nevertheless.</para>
    /// </remarks>
    public ValueTask DisposeAsync()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is null)
            return default;

        if (!cell.TryTake(_version))
        {
            cell.Source.Store.RefuseReturn();
            return default;
        }

        bool isPending = false;
        try
        {
            ValueTask<bool> drain = cell.Item.DrainLastAsync();
            if (!drain.IsCompletedSuccessfully)
            {
                isPending = true;
                return EndAsync(cell, _version, drain);
            }

            drain.GetAwaiter().GetResult(); // a drain counts as in progress until its result is observed
        }
        finally
        {
            if (!isPending)
                cell.Source.Return(cell, _version);
        }

        return default;
    }

    private static async ValueTask EndAsync(LeaseCell<JsonOutput> cell, long version, ValueTask<bool> drain)
    {
        try
        {
            await drain.ConfigureAwait(false);
        }
        finally
        {
            cell.Source.Return(cell, version);
        }
    }
}
