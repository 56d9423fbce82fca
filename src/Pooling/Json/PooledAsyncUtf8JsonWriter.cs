using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The right to use one pooled <see cref="Utf8JsonWriter"/> that writes to a target asynchronously, until
/// <see cref="DisposeAsync"/> or <see cref="Discard"/>.</summary>
/// <remarks>
/// <para>Ownership: the holder of the lease ends it, once, with <c>await using</c>; copies are the same lease. <see cref="DisposeAsync"/>
/// brings everything that was written to the target, also if an exception cut the document short. <see cref="Discard"/> gives up what was
/// not brought there yet. Of several calls of the two the first takes effect, and the others do nothing. Every other member throws after
/// it, also once somebody else rents the same writer. What was taken out of <see cref="Writer"/> is valid until then.</para>
/// <para>Target: it is never written to synchronously. What is written stays in a buffer until <see cref="DrainIfNeededAsync"/>,
/// <see cref="FlushAsync"/>, a value in pieces or the end of the lease is awaited; <see cref="Utf8JsonWriter.Flush"/> does not bring it to
/// the target.</para>
/// <para>Thread safety: a lease and its writer are for one thread at a time, and may cross an await. Only <see cref="DisposeAsync"/> and
/// <see cref="Discard"/> may race, with each other and with themselves; one of the racing calls takes effect.</para>
/// <para>Allocation: none, but for <see cref="DisposeAsync"/> and large values in pieces where a target is waited for.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public readonly partial struct PooledAsyncUtf8JsonWriter : IAsyncDisposable, IEquatable<PooledAsyncUtf8JsonWriter>
{
    private readonly LeaseCell<JsonOutput>? _cell;
    private readonly long _version;

    internal PooledAsyncUtf8JsonWriter(LeaseCell<JsonOutput> cell)
    {
        _cell = cell;
        _version = cell.Version;
    }

    /// <summary>Gets the writer. Use it as any other one, but do not dispose it: a disposed writer is lost for the pool.</summary>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    public Utf8JsonWriter Writer => Output.Writer;

    /// <summary>Gets a value that indicates whether the lease has not ended: neither it nor a copy of it was disposed or
    /// discarded.</summary>
    public bool IsLive => _cell is { } cell && Volatile.Read(ref cell.Version) == _version; // pairs with the compare-and-swap in TryTake

    private JsonOutput Output
    {
        get
        {
            LeaseCell<JsonOutput>? cell = _cell;
            if (cell is null || Volatile.Read(ref cell.Version) != _version) // pairs with the compare-and-swap in TryTake
                Throw.ObjectDisposed(nameof(PooledAsyncUtf8JsonWriter));

            return cell.Item;
        }
    }

    private string DebuggerDisplay => IsLive ? _cell!.Item.DebugText : "Ended";

    /// <summary>Returns a value that indicates whether two leases are the same lease, live or not.</summary>
    /// <param name="left">A lease.</param>
    /// <param name="right">Another lease.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(PooledAsyncUtf8JsonWriter left, PooledAsyncUtf8JsonWriter right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two leases are different leases.</summary>
    /// <param name="left">A lease.</param>
    /// <param name="right">Another lease.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(PooledAsyncUtf8JsonWriter left, PooledAsyncUtf8JsonWriter right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(PooledAsyncUtf8JsonWriter other) => _cell == other._cell && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledAsyncUtf8JsonWriter other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_cell!) ^ _version.GetHashCode();

    /// <summary>Writes what was written so far to the target if that is about the threshold. Call it between values, as often as you like:
    /// most calls find nothing to do and complete at once.</summary>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <returns><see langword="false"/> if the target takes no more, since the reader of the pipe has completed: whatever else is written
    /// will be dropped, so the document may as well end.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled, or the pending flush of the pipe was. If the token was
    /// canceled before the call, nothing happened, and if the flush was, the pipe has the bytes: in both cases the lease goes on.
    /// Otherwise nobody knows how much the target has, and the lease can only be ended.</exception>
    /// <exception cref="InvalidOperationException">The document is incomplete, since the target has thrown before, or another drain is not
    /// awaited yet.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value; or <see cref="Discard"/> ended it
    /// meanwhile.</exception>
    /// <remarks>Await it before anything else is done with the lease or its writer. What the target throws reaches the caller; the lease
    /// can only be ended then, and the target gets nothing more.</remarks>
    public ValueTask<bool> DrainIfNeededAsync(CancellationToken cancellationToken = default) =>
        Output.DrainIfNeededAsync(cancellationToken);

    /// <summary>Writes everything written so far to the target, and flushes it if it is a pipe. A stream is not flushed.</summary>
    /// <inheritdoc cref="DrainIfNeededAsync"/>
    public ValueTask<bool> FlushAsync(CancellationToken cancellationToken = default) => Output.FlushAsync(cancellationToken);

    /// <summary>Ends the line after a document and starts a new one, for newline-delimited JSON. Call it after each document, the last one
    /// included if its line is to end, too.</summary>
    /// <exception cref="InvalidOperationException">The document is incomplete or empty, or its target has thrown before. Nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, its writer was disposed, or the lease is the default
    /// value.</exception>
    /// <remarks>Rent without <see cref="JsonWriterOptions.Indented"/>, so that a document is one line. The target is not written to
    /// here.</remarks>
    public void NextDocument() => Output.NextDocument();

    /// <summary>Ends the lease and gives up what was not written to the target yet. Returns the writer to its pool. Does nothing if this
    /// lease, or a copy of it, has ended before.</summary>
    /// <remarks>
    /// <para>The target is not touched: a stream gets nothing more, and nothing more is advanced in a pipe. After <see cref="FlushAsync"/>
    /// nothing is left to give up, so a <see langword="finally"/> block that calls this sends a whole document or stops where an exception
    /// cut it short.</para>
    /// <para>A drain that was not awaited yet fails with <see cref="ObjectDisposedException"/>; its bytes are with the target.</para>
    /// </remarks>
    public void Discard()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is not null && cell.TryTake(_version))
            cell.EndTaken(_version);
    }

    /// <summary>Ends the lease: writes what is left to the target, and returns the writer to its pool. Does nothing if this lease, or a
    /// copy of it, has ended before.</summary>
    /// <returns>A task that completes when the target has everything.</returns>
    /// <remarks>
    /// <para>The lease has ended when the call returns; the writer goes back to its pool when the task completes. A drain that goes on is
    /// waited for. A document that an exception cut short is written as far as it came; call <see cref="Discard"/> where that does
    /// harm.</para>
    /// <para>After the target itself has thrown, it gets nothing more. What it throws here reaches the caller, and the lease has ended all
    /// the same.</para>
    /// </remarks>
    public ValueTask DisposeAsync()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is null || !cell.TryTake(_version))
            return default;

        bool isPending = false;
        try
        {
            ValueTask<bool> drain = cell.Item.DrainLastAsync();
            if (!drain.IsCompletedSuccessfully)
            {
                isPending = true;
                return EndAsync(cell, _version, drain);
            }

            drain.GetAwaiter().GetResult(); // a drain counts as going on until its result is taken
        }
        finally
        {
            if (!isPending)
                cell.EndTaken(_version);
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
            cell.EndTaken(version);
        }
    }
}
