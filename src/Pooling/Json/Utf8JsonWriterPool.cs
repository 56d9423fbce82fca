using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Leases writers of JSON together with their buffers, in place of <c>new Utf8JsonWriter(...)</c>.</summary>
/// <remarks>
/// <para>A writer is leased again only with exactly the options that it was made with, compared field by field, the encoder by reference. A
/// pool keeps writers of up to 16 different sets of options; with any further one it makes a writer for
/// each lease.</para>
/// <para>Memory: an idle writer keeps at most 16 KB of buffer; a buffer that grew beyond goes back to the array pool when its lease ends. A
/// pool keeps up to 2,048 idle writers of each set of options, or 512 for each processor if that is more, and 64 MiB of buffers in all:
/// those of leased writers count as well, and while all of them together are more than that, a writer that comes back gives its buffer to
/// the array pool first. A lease with a target sends its bytes there whenever a threshold is reached, so that a document of any length
/// passes through a buffer of that size; a single value that needs more gets it, for as long as it takes to write it.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once as many writers exist as are leased at a time.</para>
/// </remarks>
public sealed partial class Utf8JsonWriterPool : IDisposable
{
    internal const int MaxOptionSets = 16;

    private const int DefaultDrainThreshold = 16 * 1024;
    private const long MaxRetainedBytes = 64 * 1024 * 1024;
    private static readonly JsonOptionsKey s_defaultKey = new(default);

    private readonly ArrayPool<byte> _arrays;
    private readonly ByteBudget _budget;
    private readonly JsonWriterSet _default;
    private readonly Lock _gate = new();
    private volatile JsonWriterSet[] _others = []; // copied on write, under the lock
    private bool _disposed; // guarded by the lock

    /// <summary>Creates an empty pool.</summary>
    /// <param name="arrayPool">Where the buffers come from and go back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    public Utf8JsonWriterPool(ArrayPool<byte>? arrayPool = null)
        : this(arrayPool, MaxRetainedBytes)
    {
    }

    internal Utf8JsonWriterPool(ArrayPool<byte>? arrayPool, long maxRetainedBytes)
    {
        _arrays = arrayPool ?? ArrayPool<byte>.Shared;
        _budget = new ByteBudget(maxRetainedBytes);
        _default = new JsonWriterSet(default, _arrays, _budget);
    }

    /// <summary>The bytes of all buffers, those of leased writers included.</summary>
    internal long ChargedBytes => _budget.Charged;

    /// <summary>The pool of all who make none of their own. It cannot be disposed.</summary>
    public static Utf8JsonWriterPool Shared { get; } = new();

    /// <summary>Leases a writer that writes to its own buffer.</summary>
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

    /// <summary>Leases a writer that writes to <paramref name="target"/>.</summary>
    /// <param name="target">What the bytes are written to, with <c>GetSpan</c> and <c>Advance</c>. Forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The bytes that the lease holds back at most before it writes them to the target, unless one value needs
    /// more. The writer works in pieces of 4,096 bytes and more, so smaller thresholds write after each of these.</param>
    /// <returns>The lease; dispose it to write what is left and give the writer back.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledUtf8JsonWriter Rent(IBufferWriter<byte> target, JsonWriterOptions options = default, int drainThreshold = DefaultDrainThreshold)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentOutOfRangeException.ThrowIfLessThan(drainThreshold, 1);

        LeaseCell<JsonOutput> cell = RentCell(options);
        cell.Item.Open(target, drainThreshold);
        GC.KeepAlive(this);
        return new PooledUtf8JsonWriter(cell);
    }

    /// <summary>Leases a writer that writes to <paramref name="target"/>, synchronously, and never flushes it.</summary>
    /// <param name="target">What the bytes are written to. It stays open, and is forgotten when the lease ends.</param>
    /// <param name="options">The options of the writer.</param>
    /// <param name="drainThreshold">The bytes that the lease holds back at most before it writes them to the target, unless one value needs
    /// more. The writer works in pieces of 4,096 bytes and more, so smaller thresholds write after each of these.</param>
    /// <returns>The lease; dispose it to write what is left and give the writer back.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="target"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="drainThreshold"/> is less than 1.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
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

    /// <summary>Tells what the pool did so far and holds now.</summary>
    /// <returns>The counters, in writers, over all sets of options that the pool keeps, and the bytes of the buffers of idle
    /// ones.</returns>
    /// <remarks>The bytes are found by a walk over all idle writers, which allocates a list of them: exact while no other thread uses the
    /// pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        PoolStatistics sum = _default.GetStatistics();
        foreach (JsonWriterSet set in _others)
        {
            PoolStatistics one = set.GetStatistics();
            sum = new PoolStatistics(
                sum.TotalRented + one.TotalRented,
                sum.TotalReturned + one.TotalReturned,
                sum.TotalCreated + one.TotalCreated,
                sum.TotalDropped + one.TotalDropped,
                sum.Retained + one.Retained,
                sum.RetainedBytes + one.RetainedBytes);
        }

        return sum;
    }

    /// <summary>Lets every idle writer go, with its buffer: those that all threads share and those of the calling thread now, those of
    /// other threads when they next use the pool. Happens to what nobody needed anyway, after a time, or when a
    /// collection finds memory short.</summary>
    public void Trim()
    {
        ExceptionDispatchInfo? fault = null;
        Try(static set => set.Source.Store.Trim(), ref fault);
        fault?.Throw();
    }

    /// <summary>Ends the pool: renting throws from now on, and a writer whose lease ends is let go.</summary>
    /// <remarks>Leases that are live go on to work. Idle writers of other threads are let go when these threads next exchange writers with
    /// any pool, or die. A second call does nothing.</remarks>
    /// <exception cref="InvalidOperationException">This is <see cref="Shared"/>.</exception>
    public void Dispose()
    {
        if (this == Shared)
            Throw.InvalidOperation("The shared writer pool cannot be disposed.");

        lock (_gate)
            _disposed = true;

        ExceptionDispatchInfo? fault = null;
        Try(static set => set.Dispose(), ref fault);
        fault?.Throw();
    }

    /// <summary>Does it to every set, also if an array pool throws; the first exception is kept.</summary>
    private void Try(Action<JsonWriterSet> action, ref ExceptionDispatchInfo? fault)
    {
        foreach (JsonWriterSet set in (ReadOnlySpan<JsonWriterSet>)[_default, .. _others])
        {
            try
            {
                action(set);
            }
            catch (Exception exception)
            {
                fault ??= ExceptionDispatchInfo.Capture(exception);
            }
        }
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
            ObjectDisposedException.ThrowIf(_disposed, this);

            JsonWriterSet[] others = _others;
            foreach (JsonWriterSet set in others)
            {
                if (set.Key.Is(key))
                    return set; // another thread was faster
            }

            if (others.Length == MaxOptionSets - 1)
                return null;

            var added = new JsonWriterSet(options, _arrays, _budget);
            _others = [.. others, added];
            return added;
        }
    }
}
