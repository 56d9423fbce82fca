using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The right to use one pooled <see cref="Utf8JsonWriter"/> with its buffer until <see cref="Dispose"/>.</summary>
/// <remarks>
/// <para>Ownership: the holder of the lease disposes it, once; copies are the same lease. A second, late or racing <see cref="Dispose"/>
/// does nothing, and every other member throws after it, also once somebody else rents the same writer. What was taken out of
/// <see cref="Writer"/>, <see cref="WrittenSpan"/> or <see cref="WrittenMemory"/> is valid until the lease is disposed.</para>
/// <para>A lease with a target holds up to its threshold of bytes back: <see cref="Flush"/> and <see cref="Dispose"/> bring them to the
/// target; <see cref="Utf8JsonWriter.Flush"/> does not. A target that is written to asynchronously has a lease of its own,
/// <see cref="PooledAsyncUtf8JsonWriter"/>.</para>
/// <para>Thread safety: a lease and its writer are for one thread at a time, and may cross an await. Only <see cref="Dispose"/> may race
/// with itself; one of the racing calls takes effect.</para>
/// <para>Allocation: none, but for <see cref="Detach"/>.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public readonly partial struct PooledUtf8JsonWriter : IDisposable, IEquatable<PooledUtf8JsonWriter>
{
    private readonly LeaseCell<JsonOutput>? _cell;
    private readonly long _version;

    internal PooledUtf8JsonWriter(LeaseCell<JsonOutput> cell)
    {
        _cell = cell;
        _version = cell.Version;
    }

    /// <summary>Gets the writer. Use it as any other one, but do not dispose it: a disposed writer is lost for the pool.</summary>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public Utf8JsonWriter Writer => Output.Writer;

    /// <summary>Gets the bytes written so far, those included that the writer has not flushed. Valid until the next write.</summary>
    /// <exception cref="InvalidOperationException">The lease writes to a target, or its document is incomplete since its buffer could not
    /// grow.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public ReadOnlySpan<byte> WrittenSpan => Output.WrittenSpan;

    /// <inheritdoc cref="WrittenSpan"/>
    public ReadOnlyMemory<byte> WrittenMemory => Output.WrittenMemory;

    /// <summary>Gets the number of bytes written so far, those included that the writer has not flushed.</summary>
    /// <inheritdoc cref="WrittenSpan"/>
    public int WrittenCount => Output.WrittenCount;

    /// <summary>Gets a value that indicates whether the lease has not ended: neither it nor a copy of it was disposed or
    /// returned.</summary>
    public bool IsLive => _cell is { } cell && Volatile.Read(ref cell.Version) == _version; // pairs with the compare-and-swap in TryEnd

    private JsonOutput Output
    {
        get
        {
            LeaseCell<JsonOutput>? cell = _cell;
            if (cell is null || Volatile.Read(ref cell.Version) != _version) // pairs with the compare-and-swap in TryEnd
                Throw.ObjectDisposed(nameof(PooledUtf8JsonWriter));

            return cell.Item;
        }
    }

    private string DebuggerDisplay => IsLive ? _cell!.Item.DebugText : "Ended";

    /// <summary>Returns a value that indicates whether two leases are the same lease, live or not.</summary>
    /// <param name="left">A lease.</param>
    /// <param name="right">Another lease.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(PooledUtf8JsonWriter left, PooledUtf8JsonWriter right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two leases are different leases.</summary>
    /// <param name="left">A lease.</param>
    /// <param name="right">Another lease.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(PooledUtf8JsonWriter left, PooledUtf8JsonWriter right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(PooledUtf8JsonWriter other) => _cell == other._cell && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledUtf8JsonWriter other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_cell!) ^ _version.GetHashCode();

    /// <summary>Writes everything written so far to the target, without flushing a stream or a pipe. Without a target there is nothing to
    /// do.</summary>
    /// <exception cref="InvalidOperationException">The document is incomplete, since the target has thrown before.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>What the target throws reaches the caller; the lease can only be disposed then.</remarks>
    public void Flush() => Output.Flush();

    /// <summary>Ends the line after a document and starts a new one, for newline-delimited JSON. Call it after each document, the last one
    /// included if its line is to end, too.</summary>
    /// <exception cref="InvalidOperationException">The document is incomplete or empty, or its target has thrown before. Nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The lease or its writer was disposed, or is the default value.</exception>
    /// <remarks>Rent without <see cref="JsonWriterOptions.Indented"/>, so that a document is one line.</remarks>
    public void NextDocument() => Output.NextDocument();

    /// <summary>Detaches the bytes written so far from the lease, whose writer starts a new document.</summary>
    /// <returns>Their owner, to be disposed by the caller, before or after the lease.</returns>
    /// <remarks>Allocates the owner; its array is the one that was written to.</remarks>
    /// <exception cref="InvalidOperationException">The lease writes to a target, or its document is incomplete since its buffer could not
    /// grow.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public PooledArray<byte> Detach() => Output.Detach();

    /// <summary>Attempts to end the lease, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the lease; <see langword="false"/> if it had ended before, or is the default
    /// value.</returns>
    /// <remarks>What the target throws here reaches the caller, and the lease has ended all the same.</remarks>
    public bool TryReturn()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is null || !cell.TryTake(_version))
            return false;

        if (!cell.Item.TryEnd(cell, _version))
            cell.EndTaken(_version);

        return true;
    }

    /// <summary>Ends the lease: writes what is left to the target, if there is one, and returns the writer to its pool. Does nothing if
    /// this lease, or a copy of it, was disposed before.</summary>
    /// <remarks>A document that an exception cut short is written as far as it came, as with <see cref="Utf8JsonWriter.Dispose"/>; only
    /// after the target itself has thrown, nothing more is. What the target throws here reaches the caller, and the lease has ended all the
    /// same.</remarks>
    public void Dispose()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is not null && cell.TryTake(_version) && !cell.Item.TryEnd(cell, _version))
            cell.EndTaken(_version);
    }
}
