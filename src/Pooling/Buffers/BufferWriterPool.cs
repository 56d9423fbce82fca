using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>A pool of writers that keep their arrays, so that a rental on the steady path touches no array pool. Contiguous writers are
/// rented by <see cref="Rent"/>, segmented ones by <see cref="RentSegmented"/>.</summary>
/// <remarks>
/// <para>Ownership: a rented writer belongs to its lease; dispose that to give the writer back. A second, late or racing disposal does
/// nothing.</para>
/// <para>Retention: never more than <see cref="BufferWriterPoolOptions.MaxRetained"/> writers of each of the two kinds, and
/// <see cref="BufferWriterPoolOptions.MaxRetainedBytes"/> bytes in all. A segmented writer keeps its first two chunks, of 20 KB;
/// the pool keeps the others, for all of them. The bytes of all arrays are counted, those of rented writers included: while they are more
/// than the limit, a writer that comes back gives its array to the array pool first. Arrays that outlive their use (a message far longer
/// than recent ones) go back to the array pool after some rentals, and idle writers with their arrays when the pool is trimmed.</para>
/// <para>Lifetime: a pool that is not disposed is collected when nobody references it, and its arrays with it.</para>
/// <para>Thread safety: every member may be called from any thread at any time; a lease may end on another thread than it began on.</para>
/// <para>Allocation: none once as many writers exist as are rented at a time, and their arrays fit the messages.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class BufferWriterPool : IDisposable
{
    // Few, because buffers are large: a thread keeps up to two magazines.
    private const int WritersOfMagazine = 4;

    private readonly StoreOptions _options;
    private readonly string _segmentedName;
    private readonly BufferRetention _retention;
    private readonly BufferWriterSource _source;
    private readonly StoreLifetime _lifetime;
    private readonly Lock _gate = new();
    private bool _isDisposed; // under the lock
    private SegmentedWriterPool? _segmented; // made when the first segmented writer is rented

    /// <summary>Initializes a new instance of the <see cref="BufferWriterPool"/> class.</summary>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="arrayPool">Where the arrays of the writers come from and go back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="timeProvider">The clock of <see cref="BufferWriterPoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system's.</param>
    public BufferWriterPool(BufferWriterPoolOptions? options = null, ArrayPool<byte>? arrayPool = null, TimeProvider? timeProvider = null)
    {
        options ??= new BufferWriterPoolOptions();
        _options = new StoreOptions
        {
            Name = options.Name ?? nameof(PooledArrayBufferWriter),
            MagazineSize = WritersOfMagazine,
            MaxRetained = options.MaxRetained, // the bytes are the budget's: a store that counted them would always take the slow path
            TrimAfter = options.TrimAfter,
            TimeProvider = timeProvider ?? TimeProvider.System,
        };
        _segmentedName = options.Name ?? nameof(SegmentedBufferWriter);
        _retention = new BufferRetention(options, arrayPool ?? ArrayPool<byte>.Shared);
        _source = new BufferWriterSource(_retention, _options);
        _lifetime = new StoreLifetime(_source.Store);
    }

    /// <summary>Gets the pool with the default options that is used where none is given. It cannot be disposed.</summary>
    public static BufferWriterPool Shared { get; } = new();

    /// <summary>Gets the name of the pool: that of its options, or of the writers.</summary>
    public string Name => _source.Store.Name;

    internal string DebuggerText => $"{Name}: {ChargedBytes} bytes of arrays";

    /// <summary>Rents an empty writer.</summary>
    /// <returns>The lease; dispose it to give the writer back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledLease<PooledArrayBufferWriter<byte>> Rent()
    {
        LeaseCell<PooledArrayBufferWriter<byte>> cell = _source.Rent(out long version);
        cell.Item.BeginRental();
        var lease = new PooledLease<PooledArrayBufferWriter<byte>>(cell, version);
        GC.KeepAlive(_lifetime); // so that the pool is not taken for abandoned during the last call to it
        return lease;
    }

    /// <summary>Rents an empty segmented writer.</summary>
    /// <returns>The lease; dispose it to give the writer back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // pairs with the write of MakeSegmented
    public PooledLease<SegmentedBufferWriter> RentSegmented() => (Volatile.Read(ref _segmented) ?? MakeSegmented()).Rent();

    /// <summary>Returns the counters of the pool.</summary>
    /// <returns>The counters, in writers of both kinds, and the bytes of the arrays that the idle ones and the pool itself keep.</returns>
    /// <remarks>The bytes are found by a walk over all idle writers, which allocates a list of them: exact while no other thread uses the
    /// pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        PoolStatistics own = _source.Store.GetStatistics();
        long bytes = _source.Store.WalkRetainedBytes(static cell => ((LeaseCell<PooledArrayBufferWriter<byte>>)cell).Item.RetainedBytes);
        PoolStatistics more = Volatile.Read(ref _segmented)?.GetStatistics() ?? default; // pairs with the write of MakeSegmented
        return own.WithRetainedBytes(bytes).Plus(more);
    }

    /// <summary>The bytes of all arrays that count for the limit, those of rented writers included.</summary>
    internal long ChargedBytes => _retention.Budget.Charged;

    /// <summary>Releases every writer that is not rented, with its array: those that all threads share and those of the calling thread now,
    /// those of other threads when they next use the pool.</summary>
    /// <remarks>If the array pool throws, all are dropped, and the first exception reaches the caller.</remarks>
    public void Trim()
    {
        try
        {
            _source.Store.Trim();
        }
        finally
        {
            Volatile.Read(ref _segmented)?.Trim(); // pairs with the write of MakeSegmented
        }
    }

    /// <summary>Releases all idle writers and their arrays. <see cref="Rent"/> throws from now on, and a writer whose lease ends is
    /// released.</summary>
    /// <exception cref="InvalidOperationException">This is <see cref="Shared"/>.</exception>
    /// <remarks>A second call does nothing. Writers that other threads keep are dropped when these threads next use any pool, or
    /// die.</remarks>
    public void Dispose()
    {
        if (this == Shared)
            Throw.InvalidOperation("The shared buffer pool cannot be disposed.");

        lock (_gate) // so that no segmented writers are made from now on
            _isDisposed = true;

        try
        {
            _lifetime.Dispose();
        }
        finally
        {
            Volatile.Read(ref _segmented)?.Dispose(); // pairs with the write of MakeSegmented
        }
    }

    /// <summary>What is kept of the chunks of segmented writers.</summary>
    internal PoolStatistics GetChunkStatistics() => (Volatile.Read(ref _segmented) ?? MakeSegmented()).GetChunkStatistics(); // as above

    [MethodImpl(MethodImplOptions.NoInlining)]
    private SegmentedWriterPool MakeSegmented()
    {
        lock (_gate)
        {
            if (_segmented is { } made)
                return made;

            if (_isDisposed)
                Throw.ObjectDisposed(_source.Store.Name);

            var segmented = new SegmentedWriterPool(_segmentedName, _options, _retention);
            Volatile.Write(ref _segmented, segmented); // pairs with the reads outside the lock
            return segmented;
        }
    }
}
