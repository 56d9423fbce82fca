using System.Buffers;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>A pool of JSON writers with their buffers, in place of <c>new Utf8JsonWriter(...)</c>.</summary>
/// <remarks>
/// <para>A writer is rented again only with exactly the options that it was made with, compared field by field, the encoder by reference. A
/// pool keeps writers of up to 16 different sets of options; with any further one it makes a writer for each lease.</para>
/// <para>Memory: <see cref="Utf8JsonWriterPoolOptions"/> limits what one document may take, what an idle writer keeps, and what all idle
/// ones keep. A lease with a target sends its bytes there whenever a threshold is reached, so that a document of any length passes through
/// a buffer of that size; a single value that needs more gets it, for as long as it takes to write it.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once as many writers exist as are rented at a time.</para>
/// </remarks>
[DebuggerDisplay("{Name,nq}")]
public sealed partial class Utf8JsonWriterPool : IDisposable
{
    internal const int MaxOptionSets = 16;

    private const int DefaultDrainThreshold = 16 * 1024;
    private static readonly JsonOptionsKey s_defaultKey = new(default);

    private readonly JsonRetention _retention;
    private readonly JsonWriterSet _default;
    private readonly Lock _gate = new();
    private volatile JsonWriterSet[] _others = []; // copied on write, under the lock
    private bool _disposed; // guarded by the lock

    /// <summary>Initializes a new instance of the <see cref="Utf8JsonWriterPool"/> class, without any writers.</summary>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="arrayPool">The pool that the buffers come from and go back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="timeProvider">The clock of <see cref="Utf8JsonWriterPoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system's.</param>
    public Utf8JsonWriterPool(Utf8JsonWriterPoolOptions? options = null, ArrayPool<byte>? arrayPool = null,
        TimeProvider? timeProvider = null)
    {
        _retention = new JsonRetention(
            options ?? new Utf8JsonWriterPoolOptions(), arrayPool ?? ArrayPool<byte>.Shared, timeProvider ?? TimeProvider.System);
        _default = new JsonWriterSet(default, _retention);
    }

    /// <summary>Gets the pool that is shared by the whole process, with the default options. It cannot be disposed.</summary>
    public static Utf8JsonWriterPool Shared { get; } = new();

    /// <summary>Gets the name of the pool: that of its options, or <c>Utf8JsonWriterPool</c>.</summary>
    public string Name => _retention.Name;

    /// <summary>The bytes of all buffers, those of rented writers included.</summary>
    internal long ChargedBytes => _retention.Budget.Charged;

    /// <summary>Rents a writer that writes to its own buffer.</summary>
    /// <param name="options">The options of the writer.</param>
    /// <returns>The lease; dispose it to give the writer back, when nothing reads what was written any more.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledUtf8JsonWriter Rent(JsonWriterOptions options = default)
    {
        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.Open();
        GC.KeepAlive(this); // so that the pool is not taken for abandoned during the last call to it
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Rents a writer that writes to <paramref name="target"/>.</summary>
    /// <param name="target">The writer that the bytes are written to, with <c>GetSpan</c> and <c>Advance</c>. Forgotten when the lease
    /// ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The most bytes that the lease holds back before it writes them to the target, unless one value needs
    /// more. The writer works in pieces of 4,096 bytes and more, so smaller thresholds write after each of these.</param>
    /// <returns>The lease; dispose it to write what is left and give the writer back.</returns>
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
        cell.Item.Open(target, drainThreshold);
        GC.KeepAlive(this);
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Rents a writer that writes to a pipe, which the caller flushes.</summary>
    /// <param name="target">The pipe that the bytes are written to, with <c>GetSpan</c> and <c>Advance</c>. It is neither flushed nor
    /// completed, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The most bytes that the lease holds back before it writes them to the target, unless one value needs
    /// more. The writer works in pieces of 4,096 bytes and more, so smaller thresholds write after each of these.</param>
    /// <returns>The lease; dispose it to write what is left and give the writer back, and then await <c>target.FlushAsync()</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>A pipe is flushed asynchronously, which this lease cannot do. Its reader sees nothing of the document until the caller
    /// flushes the pipe, and the pipe holds all of it until then. Use <see cref="RentAsyncWriter(PipeWriter, JsonWriterOptions, int)"/>
    /// for a lease that flushes the pipe and waits for its reader.</remarks>
    public PooledUtf8JsonWriter Rent(PipeWriter target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold) =>
        Rent((IBufferWriter<byte>)target, options, drainThreshold);

    /// <summary>Rents a writer that writes to <paramref name="target"/>, synchronously, and never flushes it.</summary>
    /// <param name="target">The stream that the bytes are written to. It stays open, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The most bytes that the lease holds back before it writes them to the target, unless one value needs
    /// more. The writer works in pieces of 4,096 bytes and more, so smaller thresholds write after each of these.</param>
    /// <returns>The lease; dispose it to write what is left and give the writer back.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="target"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [OverloadResolutionPriority(1)] // a stream that is a buffer writer, too, is written to as a stream
    public PooledUtf8JsonWriter Rent(Stream target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);
        if (!target.CanWrite)
            Throw.Argument("The stream cannot be written to.", nameof(target));

        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.Open(target, drainThreshold);
        GC.KeepAlive(this);
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Returns the counters of the pool.</summary>
    /// <returns>The counters, in writers, over all sets of options that the pool keeps, and the bytes of the buffers of idle
    /// ones.</returns>
    /// <remarks>The bytes are found by a walk over all idle writers, which allocates a list of them: exact while no other thread uses the
    /// pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        PoolStatistics sum = _default.GetStatistics();
        foreach (JsonWriterSet set in _others)
            sum = sum.Plus(set.GetStatistics());

        return sum;
    }

    /// <summary>Drops every idle writer with its buffer: those that all threads share and those of the calling thread now, those of other
    /// threads when they next use the pool.</summary>
    /// <remarks>What nobody needed for a time is dropped anyway, and when a collection finds memory short. If the array pool throws, all
    /// are dropped, and the first exception reaches the caller.</remarks>
    public void Trim()
    {
        DoToAll(static set => set.Source.Store.Trim());
    }

    /// <summary>Releases the idle writers with their buffers: renting throws from now on, and a writer whose lease ends is
    /// dropped.</summary>
    /// <remarks>Leases that are live go on to work. Idle writers of other threads are dropped when these threads next exchange writers with
    /// any pool, or die. A second call does nothing.</remarks>
    /// <exception cref="InvalidOperationException">This is <see cref="Shared"/>.</exception>
    public void Dispose()
    {
        if (this == Shared)
            Throw.InvalidOperation("The shared writer pool cannot be disposed.");

        lock (_gate)
            _disposed = true;

        DoToAll(static set => set.Dispose());
    }

    /// <summary>Does it to every set, also if an array pool throws; the first exception reaches the caller.</summary>
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

    /// <returns><see langword="null"/> if the pool has as many sets as it may.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private JsonWriterSet? AddSet(JsonOptionsKey key, JsonWriterOptions options)
    {
        lock (_gate)
        {
            if (_disposed)
                Throw.ObjectDisposed(Name);

            JsonWriterSet[] others = _others;
            foreach (JsonWriterSet set in others)
            {
                if (set.Key.Is(key))
                    return set; // another thread was faster
            }

            if (others.Length == MaxOptionSets - 1)
                return null;

            var added = new JsonWriterSet(options, _retention);
            _others = [.. others, added];
            return added;
        }
    }
}
