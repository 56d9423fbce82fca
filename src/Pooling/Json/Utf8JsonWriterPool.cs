using System.Buffers;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Provides a pool of JSON writers with their buffers, to use instead of <c>new
/// Utf8JsonWriter(...)</c>.</summary>
/// <remarks>
/// <para>A writer is only reused with exactly the options with which it was created, compared field by field, the
/// encoder by reference. A pool keeps writers for up to 16 different sets of options. For any other set, it creates a
/// writer for each lease.</para>
/// <para>Memory: <see cref="Utf8JsonWriterPoolOptions"/> limits the memory of one document, of one idle writer, and of
/// all idle writers. A lease with a target writes its bytes to it whenever a threshold is reached, so a document of any
/// length passes through a buffer of that size. A single value that needs more gets it temporarily.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once the pool has created as many writers as are rented at the same time.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class Utf8JsonWriterPool : IDisposable
{
    internal const int MaxOptionSets = 16;

    private const int DefaultDrainThreshold = 16 * 1024;
    private static readonly JsonOptionsKey s_defaultKey = new(default);

    private readonly JsonRetention _retention;
    private readonly JsonWriterSet _default;
    private readonly Lock _gate = new();
    private volatile JsonWriterSet[] _others = []; // copied on write within the lock
    private bool _disposed; // guarded by the lock

    /// <summary>Initializes a new, empty instance of the <see cref="Utf8JsonWriterPool"/> class.</summary>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="arrayPool">The pool to rent the buffers from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="timeProvider">The clock for <see cref="Buffers.BufferPoolOptions.TrimAfter"/>;
    /// <see langword="null"/> for the system clock.</param>
    public Utf8JsonWriterPool(Utf8JsonWriterPoolOptions? options = null, ArrayPool<byte>? arrayPool = null,
        TimeProvider? timeProvider = null)
    {
        _retention = new JsonRetention(
            options ?? new Utf8JsonWriterPoolOptions(), arrayPool ?? ArrayPool<byte>.Shared,
            timeProvider);
        _default = new JsonWriterSet(default, _retention);
        _retention.Store.MaxBytes = 0; // the first set states the maximum of all
    }

    /// <summary>Gets a pool that is shared by the whole process. It has the default options and cannot be
    /// disposed.</summary>
    public static Utf8JsonWriterPool Shared { get; } = new();

    /// <summary>Gets the name of the pool: the name in the options, or <c>Utf8JsonWriterPool</c>.</summary>
    public string Name => _retention.Name;

    /// <summary>The bytes of all buffers, including those of rented writers.</summary>
    internal long ChargedBytes => _retention.Budget.Charged;

    private string DebuggerText => MagazineStore.Describe(Name, GetStatistics());

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Rents a writer that writes to its own buffer.</summary>
    /// <param name="options">The options of the writer.</param>
    /// <returns>The lease. Dispose it to return the writer when its content is no longer read.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledUtf8JsonWriter Rent(JsonWriterOptions options = default)
    {
        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.Open();
        GC.KeepAlive(this); // the pool must not count as abandoned during its last call
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Rents a writer that writes to another buffer writer.</summary>
    /// <param name="target">The buffer writer to write to, with <c>GetSpan</c> and <c>Advance</c>. The lease does not
    /// use it after its end.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The maximum number of bytes to buffer before they are written to the target, unless
    /// one value needs more. The writer works in pieces of at least 4,096 bytes, so with a smaller threshold it writes
    /// after each piece.</param>
    /// <returns>The lease. Dispose it to write the remaining content and return the writer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledUtf8JsonWriter Rent(
        IBufferWriter<byte> target,
        JsonWriterOptions options = default,
        int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);

        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.Open(cell, target, drainThreshold);
        GC.KeepAlive(this);
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Rents a writer that writes to a pipe, which the caller flushes.</summary>
    /// <param name="target">The pipe writer to write to, with <c>GetSpan</c> and <c>Advance</c>. It is neither flushed
    /// nor completed; the lease does not use it after its end.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The maximum number of bytes to buffer before they are written to the target, unless
    /// one value needs more. The writer works in pieces of at least 4,096 bytes, so with a smaller threshold it writes
    /// after each piece.</param>
    /// <returns>The lease. Dispose it to write the remaining content and return the writer, and then await
    /// <c>target.FlushAsync()</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>A pipe is flushed asynchronously, which this lease cannot do. The pipe holds the whole document, and
    /// its reader sees none of it, until the caller flushes the pipe. Use
    /// <see cref="RentAsyncWriter(PipeWriter, JsonWriterOptions, int)"/> for a lease that flushes the pipe and waits
    /// for its reader.</remarks>
    public PooledUtf8JsonWriter Rent(
        PipeWriter target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold) =>
        Rent((IBufferWriter<byte>)target, options, drainThreshold);

    /// <summary>Rents a writer that writes to a stream synchronously. Only
    /// <see cref="PooledUtf8JsonWriter.Flush"/> flushes the stream.</summary>
    /// <param name="target">The stream to write to. It stays open; the lease does not use it after its end.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The maximum number of bytes to buffer before they are written to the target, unless
    /// one value needs more. The writer works in pieces of at least 4,096 bytes, so with a smaller threshold it writes
    /// after each piece.</param>
    /// <returns>The lease. Dispose it to write the remaining content and return the writer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="target"/> does not support writing.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [OverloadResolutionPriority(1)] // a stream that is also a buffer writer is written to as a stream
    public PooledUtf8JsonWriter Rent(
        Stream target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);
        if (!target.CanWrite)
            Throw.Argument("The stream does not support writing.", nameof(target));

        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.Open(cell, target, drainThreshold);
        GC.KeepAlive(this);
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Returns a snapshot of the pool's counters.</summary>
    /// <returns>The counters for writers of all sets of options that the pool keeps, and the bytes of the buffers of
    /// idle writers.</returns>
    /// <remarks>Adds up the bytes by visiting all idle writers, which allocates a list of them. The result is exact if
    /// no other thread uses the pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        PoolStatistics sum = _default.GetStatistics();
        foreach (JsonWriterSet set in _others)
            sum = sum.Plus(set.GetStatistics());

        return sum;
    }

    /// <summary>Drops every idle writer with its buffer. Shared writers and those of the calling thread are dropped
    /// immediately, those of other threads when the thread next uses the pool.</summary>
    /// <remarks>Writers that are not needed for some time are dropped automatically, as are idle writers when a
    /// collection finds memory short. If the array pool throws, all writers are still dropped, and the first exception
    /// is thrown to the caller.</remarks>
    public void Trim()
    {
        DoToAll(Trim);
    }

    /// <summary>Releases the idle writers with their buffers. After this, renting throws, and a writer whose lease ends
    /// is dropped.</summary>
    /// <remarks>Live leases remain usable. Idle writers of other threads are dropped when the thread next exchanges
    /// writers with any pool, or ends. Calling this method again has no effect.</remarks>
    /// <exception cref="InvalidOperationException">This is <see cref="Shared"/>.</exception>
    public void Dispose()
    {
        if (this == Shared)
        {
            Throw.InvalidOperation(
                "Utf8JsonWriterPool.Shared cannot be disposed. Create a pool to control its lifetime.");
        }

        using (LockHold.Of(_gate))
            _disposed = true;

        DoToAll(Dispose);
    }

    // Not lambdas, whose class could be lost without memory: see PoolRegistry.Begin.
    private static void Trim(JsonWriterSet set) => set.Source.Store.Trim();

    private static void Dispose(JsonWriterSet set) => set.Dispose();

    /// <summary>Runs an action for every set even if an array pool throws, then throws the first exception.</summary>
    private void DoToAll(Action<JsonWriterSet> action)
    {
        FirstFault fault = default;
        foreach (JsonWriterSet set in (ReadOnlySpan<JsonWriterSet>)[_default, .. _others])
            fault.Try(action, set);

        fault.Throw();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private LeaseCell<JsonOutput> RentCell(JsonWriterOptions options)
    {
        var key = new JsonOptionsKey(options);
        return key.Is(s_defaultKey) ? _default.Source.Rent() : RentOther(key, options);
    }

    private LeaseCell<JsonOutput> RentOther(JsonOptionsKey key, JsonWriterOptions options)
    {
        foreach (JsonWriterSet set in _others)
        {
            if (set.Key.Is(key))
                return set.Source.Rent();
        }

        return AddSet(key, options) is { } added ? added.Source.Rent() : _default.Source.RentOnce(options);
    }

    /// <returns><see langword="null"/> if the pool already has the maximum number of sets.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private JsonWriterSet? AddSet(JsonOptionsKey key, JsonWriterOptions options)
    {
        if (TryFindSet(key, added: null, out JsonWriterSet? set))
            return set;

        var added = new JsonWriterSet(options, _retention); // calls the user's clock: not within a lock
        try
        {
            TryFindSet(key, added, out set);
        }
        finally
        {
            if (set != added)
                added.Dispose();
        }

        return set;
    }

    /// <summary>Finds the set that another thread, or the user's clock, has added in the meantime, or adds
    /// one.</summary>
    /// <returns><see langword="false"/> if there is none, and none was given.</returns>
    private bool TryFindSet(JsonOptionsKey key, JsonWriterSet? added, out JsonWriterSet? set)
    {
        using (LockHold.Of(_gate))
        {
            if (_disposed)
                Throw.ObjectDisposed(Name);

            JsonWriterSet[] others = _others;
            foreach (JsonWriterSet other in others)
            {
                if (other.Key.Is(key))
                {
                    set = other;
                    return true;
                }
            }

            bool isFull = others.Length == MaxOptionSets - 1;
            set = isFull ? null : added;
            if (set is not null)
                _others = [.. others, set];

            return isFull || set is not null;
        }
    }
}
