using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides a pool of buffer writers that keep their arrays, so that a rental normally does not use an array
/// pool. <see cref="Rent()"/> returns contiguous writers, <see cref="RentSegmented"/> returns segmented ones.</summary>
/// <remarks>
/// <para>Ownership: a rented writer belongs to its lease. Dispose the lease to return the writer. A second, late or
/// racing disposal has no effect.</para>
/// <para>Retention: at most <see cref="BufferPoolOptions.MaxRetained"/> writers of each kind and a few for each
/// thread beside them, and <see cref="BufferPoolOptions.MaxRetainedBytes"/> bytes in total. A segmented writer
/// keeps its first two chunks, together 20 KB; the pool keeps the other chunks for all writers. The arrays of rented
/// writers are counted as well: while the total exceeds the limit, a returned writer first gives its array to the array
/// pool. Arrays that are far longer than recent messages are returned to the array pool after some rentals. Idle
/// writers are released with their arrays when the pool is trimmed.</para>
/// <para>Lifetime: a pool that is not disposed is garbage collected together with its arrays when it is no longer
/// referenced.</para>
/// <para>Thread safety: every member may be called from any thread at any time. A lease may end on a different thread
/// than the one that rented it.</para>
/// <para>Allocation: none once the pool has created as many writers as are rented at the same time, and their arrays
/// fit the messages.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class BufferWriterPool : IDisposable
{
    internal const int WritersPerThread = 8; // few, because buffers are large

    private readonly StoreOptions _options;
    private readonly string _segmentedName;
    private readonly BufferRetention _retention;
    private readonly BufferWriterSource _source;
    private readonly StoreLifetime _lifetime;
    private readonly Lock _gate = new();
    private bool _isDisposed; // guarded by the lock
    private SegmentedWriterPool? _segmented; // created when the first segmented writer is rented

    /// <summary>Initializes a new instance of the <see cref="BufferWriterPool"/> class.</summary>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="arrayPool">The pool that the arrays of the writers come from and go back to; <see langword="null"/>
    /// for <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="timeProvider">The clock for <see cref="BufferPoolOptions.TrimAfter"/>; <see langword="null"/> for
    /// the system clock.</param>
    public BufferWriterPool(
        BufferWriterPoolOptions? options = null, ArrayPool<byte>? arrayPool = null, TimeProvider? timeProvider = null)
    {
        options ??= new BufferWriterPoolOptions();
        _retention = new BufferRetention(options, arrayPool ?? ArrayPool<byte>.Shared);
        _options = new StoreOptions
        {
            Name = options.Name ?? nameof(PooledArrayBufferWriter),
            OwnerName = options.Name ?? nameof(BufferWriterPool),
            MaxPerThread = WritersPerThread,
            // the budget limits the bytes: a store that counts them always takes the slow path
            MaxRetained = options.MaxRetained,
            TrimAfter = options.TrimAfter,
            TimeProvider = timeProvider,
            SizeOf = SizeOf,
            MaxBytes = _retention.Budget.Limit,
        };
        _segmentedName = options.Name ?? nameof(SegmentedBufferWriter);
        _source = new BufferWriterSource(_retention, _options);
        _lifetime = new StoreLifetime(_source.Store);
    }

    /// <summary>Gets the pool that is used where none is specified. It has the default options and cannot be
    /// disposed.</summary>
    public static BufferWriterPool Shared { get; } = new();

    /// <summary>Gets the name of the pool: the name in the options, or the name of the writer type.</summary>
    public string Name => _source.Store.Name;

    internal string DebuggerText => $"{MagazineStore.Describe(Name, GetStatistics())}, {ChargedBytes} bytes of arrays";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Rents an empty writer.</summary>
    /// <returns>The lease. Dispose it to return the writer.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledLease<PooledArrayBufferWriter<byte>> Rent()
    {
        LeaseCell<PooledArrayBufferWriter<byte>> cell = _source.Rent(out long version);
        cell.Item.BeginRental();
        var lease = new PooledLease<PooledArrayBufferWriter<byte>>(cell, version);
        GC.KeepAlive(_lifetime); // the pool must not count as abandoned during its last call
        return lease;
    }

    /// <summary>Rents an empty writer with room for a message whose length is known.</summary>
    /// <param name="sizeHint">The number of bytes that can be written before the writer grows.</param>
    /// <returns>The lease. Dispose it to return the writer.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException"><paramref name="sizeHint"/> exceeds the maximum
    /// capacity.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledLease<PooledArrayBufferWriter<byte>> Rent(int sizeHint)
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = Rent();
        try
        {
            lease.Value.GetSpan(sizeHint);
            return lease;
        }
        catch
        {
            lease.Dispose();
            throw;
        }
    }

    /// <summary>Rents an empty segmented writer.</summary>
    /// <returns>The lease. Dispose it to return the writer.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // pairs with the write in MakeSegmented
    public PooledLease<SegmentedBufferWriter> RentSegmented() =>
        (Volatile.Read(ref _segmented) ?? MakeSegmented()).Rent();

    /// <summary>Returns a snapshot of the pool's counters.</summary>
    /// <returns>The counters for writers of both kinds. The bytes are those of the arrays that idle writers and the
    /// pool itself keep.</returns>
    /// <remarks>Adds up the bytes by visiting all idle writers, which allocates a list of them. The result is exact if
    /// no other thread uses the pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        // pairs with the write of MakeSegmented
        PoolStatistics more = Volatile.Read(ref _segmented)?.GetStatistics() ?? default;
        return _source.Store.GetStatistics().Plus(more);
    }

    /// <summary>The bytes of all arrays that count against the limit, including those of rented writers.</summary>
    internal long ChargedBytes => _retention.Budget.Charged;

    /// <summary>Releases every idle writer with its array. Shared writers and those of the calling thread are released
    /// immediately, those of other threads when the thread next uses the pool.</summary>
    /// <remarks>If the array pool throws, all writers are still released, and the first exception is thrown to the
    /// caller.</remarks>
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

    /// <summary>Releases all idle writers and their arrays. After this, <see cref="Rent()"/> throws, and a writer whose
    /// lease ends is released.</summary>
    /// <exception cref="InvalidOperationException">This is <see cref="Shared"/>.</exception>
    /// <remarks>Calling this method again has no effect. Writers that other threads keep are released when the thread
    /// next uses any pool, or ends.</remarks>
    public void Dispose()
    {
        if (this == Shared)
        {
            Throw.InvalidOperation(
                "BufferWriterPool.Shared cannot be disposed. Create a pool to control its lifetime.");
        }

        using (LockHold.Of(_gate)) // no segmented writers are created from now on
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

    /// <summary>The counters of the chunks of segmented writers.</summary>
    // as above
    internal PoolStatistics GetChunkStatistics() =>
        (Volatile.Read(ref _segmented) ?? MakeSegmented()).GetChunkStatistics();

    private static long SizeOf(object cell) => ((LeaseCell<PooledArrayBufferWriter<byte>>)cell).Item.RetainedBytes;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private SegmentedWriterPool MakeSegmented()
    {
        // calls the user's clock: not within a lock
        var segmented = new SegmentedWriterPool(_segmentedName, _options, _retention);
        SegmentedWriterPool? made;
        using (LockHold.Of(_gate))
        {
            made = _segmented;
            if (made is null && !_isDisposed)
            {
                Volatile.Write(ref _segmented, segmented); // pairs with the reads outside the lock
                return segmented;
            }
        }

        segmented.Dispose(); // releases its ids
        if (made is null)
            Throw.ObjectDisposed(_options.OwnerName!);

        return made;
    }
}
