using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>A growing buffer writer over one array of an <see cref="ArrayPool{T}"/>: what was written is always contiguous.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Ownership: the writer owns its array until <see cref="Dispose"/> gives it back, or <see cref="Detach"/> hands it over. Every span
/// and memory that it showed is valid until the next call that may grow, trim, reset, detach or dispose it; the content of a span from
/// <see cref="GetSpan"/> is whatever the pool left there.</para>
/// <para>Clearing: arrays whose items are or hold references are cleared on reset, on growth and before they go back. Others are cleared if
/// asked for at construction: up to the last item that the writer ever offered, thus also what was written and never advanced over.</para>
/// <para>Thread safety: one thread at a time. Only <see cref="Dispose"/> may race with itself: the array goes back once.</para>
/// <para>Allocation: itself; growing rents from the pool. No other member but <see cref="Detach"/> allocates.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class PooledArrayBufferWriter<T> : IBufferWriter<T>, IDisposable
{
    private readonly ArrayPool<T> _pool;
    private readonly int _maxCapacity;
    private readonly bool _clears;
    private readonly int _openLimit; // what is offered at most when a rental begins: nothing in a clearing writer
    private T[]? _array; // null: given back for good; empty: none at the moment
    private int _written;
    // the end of what callers may write to; a clearing writer raises it in steps, since it clears all of it; 0 while closed
    private int _offered;
    private long _rental; // the number of the rental; 0: closed, by the end of the rental or by Dispose

    /// <summary>Initializes a new instance of the <see cref="PooledArrayBufferWriter{T}"/> class that owns an array of at least 256 items
    /// from <see cref="ArrayPool{T}.Shared"/>.</summary>
    public PooledArrayBufferWriter()
        : this(PooledArrayBufferWriter.DefaultInitialCapacity)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="PooledArrayBufferWriter{T}"/> class that owns an array from
    /// <see cref="ArrayPool{T}.Shared"/>.</summary>
    /// <param name="initialCapacity">The items of the first array; at most <see cref="PooledArrayBufferWriter.DefaultMaxCapacity"/> are
    /// used. With 0 the first array is rented when something is written.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialCapacity"/> is negative.</exception>
    public PooledArrayBufferWriter(int initialCapacity)
        : this(ArrayPool<T>.Shared, PooledArrayBufferWriter.DefaultMaxCapacity, clearOnReturn: false, retention: null)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(initialCapacity);

        RentFirst(initialCapacity);
    }

    /// <summary>Initializes a new instance of the <see cref="PooledArrayBufferWriter{T}"/> class that owns an array.</summary>
    /// <param name="options">The limits, which are copied.</param>
    /// <param name="pool">The pool that arrays come from and go back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
    public PooledArrayBufferWriter(PooledArrayBufferWriterOptions options, ArrayPool<T>? pool = null)
        : this(pool ?? ArrayPool<T>.Shared, Checked(options).MaxCapacity, options.ClearOnReturn, retention: null) =>
        RentFirst(options.InitialCapacity);

    /// <summary>Initializes a writer that a pool rents out. It has no array yet, and is closed.</summary>
    internal PooledArrayBufferWriter(ArrayPool<T> pool, WriterRetention retention)
        : this(pool, retention.Pool.MaxCapacity, retention.Pool.ClearOnReturn, retention) => _startCapacity = retention.UsualCapacity;

    private PooledArrayBufferWriter(ArrayPool<T> pool, int maxCapacity, bool clearOnReturn, WriterRetention? retention)
    {
        _pool = pool;
        _maxCapacity = Math.Min(maxCapacity, Array.MaxLength);
        _clears = clearOnReturn || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _retention = retention;
        _budget = retention?.Pool.Budget;
        _openLimit = _clears ? 0 : _maxCapacity;
        _isPlain = !_clears;
        _rental = retention is null ? 1 : 0; // a rented one is opened by each rental
        _array = [];
    }

    /// <summary>Gets what was written so far. It is valid until the writer is written to, truncated, trimmed, reset, detached or
    /// disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ReadOnlySpan<T> WrittenSpan
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            return new ReadOnlySpan<T>(_array, 0, _written);
        }
    }

    /// <summary>Gets what was written so far. It is valid until the writer is written to, truncated, trimmed, reset, detached or
    /// disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ReadOnlyMemory<T> WrittenMemory
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            return new ReadOnlyMemory<T>(_array, 0, _written);
        }
    }

    /// <summary>Gets the number of items written so far.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int WrittenCount
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            return _written;
        }
    }

    /// <summary>Gets the number of items that the writer can hold without growing, those written included; 0 while it has no
    /// array.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int Capacity
    {
        get
        {
            T[]? array = _array;
            if (_rental == 0 || array is null)
                ThrowDisposed();

            return Math.Min(array.Length, _maxCapacity);
        }
    }

    /// <summary>Gets the number of items that can be written without growing.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int FreeCapacity => Capacity - _written;

    /// <summary>Gets the most items that the writer may hold.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int MaxCapacity
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            return _maxCapacity;
        }
    }

    internal string DebuggerText =>
        _rental == 0 ? "closed" : $"{_written} of {Math.Min(_array?.Length ?? 0, _maxCapacity)} {Unit}, {_maxCapacity} at most";

    /// <summary>Returns a span to write to, after what was written; grows if there is not enough room.</summary>
    /// <param name="sizeHint">The items that are needed at least; 0 for any number but none.</param>
    /// <returns>At least <paramref name="sizeHint"/> items, never none. Valid until the next call of the writer but
    /// <see cref="Advance"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>; it is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>An exception of the pool reaches the caller and leaves the content as it was.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> GetSpan(int sizeHint = 0)
    {
        int written = _written;
        int free = _offered - written; // 0 or less in a closed writer, whatever a late Advance left in its count

        // Less, not at most: so that 0 items are never enough. An exact fit goes the long way, and does not grow there.
        return sizeHint >= 0 && sizeHint < free ? new Span<T>(_array, written, free) : GetSpanSlow(sizeHint);
    }

    /// <inheritdoc cref="GetSpan"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        int written = _written;
        int free = _offered - written;
        return sizeHint >= 0 && sizeHint < free ? new Memory<T>(_array, written, free) : GetMemorySlow(sizeHint);
    }

    /// <summary>Notifies the writer that items were written to the span or memory that it returned last.</summary>
    /// <param name="count">The items, at most as many as were offered. 0 is allowed at any time.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or more than was offered.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count)
    {
        int written = _written;
        // of 64 bits, and signed, since it is negative in some closed writers; count - 1, so that 0 goes the long way, which looks whether
        // the writer is disposed
        if ((uint)(count - 1) < (long)(uint)_offered - (uint)written)
            _written = written + count;
        else
            AdvanceSlow(count);
    }

    /// <summary>Writes items; grows if there is not enough room. They may lie in this writer's own written part.</summary>
    /// <param name="items">The items, copied.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>An exception of the pool reaches the caller and leaves the content as it was, also when it is the old array's return that
    /// throws.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ReadOnlySpan<T> items)
    {
        int written = _written;
        if ((uint)(items.Length - 1) < (long)(uint)_offered - (uint)written)
        {
            items.CopyTo(new Span<T>(_array, written, items.Length));
            _written = written + items.Length;
        }
        else
        {
            WriteSlow(items);
        }
    }

    /// <summary>Resets the writer to empty and keeps the array, without zeroing it unless this is a clearing writer.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void ResetWrittenCount()
    {
        if (_rental == 0)
            ThrowDisposed();

        Empty();
    }

    /// <summary>Takes back the last items that were written.</summary>
    /// <param name="count">The items to take back, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or more than was written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Rewind(int count)
    {
        int written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, written);

        TruncateTo(written - count);
    }

    /// <summary>Keeps the first items that were written and takes back the others.</summary>
    /// <param name="newCount">The items to keep, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="newCount"/> is negative or more than was written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Truncate(int newCount)
    {
        int written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(newCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(newCount, written);

        TruncateTo(newCount);
    }

    /// <summary>Returns the array to its pool. Only the first call has an effect, also if two threads race.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: only its lease gives it back.</exception>
    public void Dispose()
    {
        if (_retention is not null)
            Throw.InvalidOperation("This writer was rented; dispose its lease instead.");

        Release();
    }

    private static PooledArrayBufferWriterOptions Checked(PooledArrayBufferWriterOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options;
    }

    private void RentFirst(int initialCapacity)
    {
        _startCapacity = Math.Min(initialCapacity, _maxCapacity);
        if (initialCapacity == 0)
            return;

        _array = RentedArray.Rent(_pool, CapacityFor(_startCapacity, oldLength: 0));
        _offered = _clears ? 0 : Capacity;
    }
}

/// <summary>Rents writers of bytes, and adds to them what only bytes can do: streams, pipes and shared messages.</summary>
/// <remarks>
/// <para>Ownership: a rented writer belongs to its lease, which gives it back; its own <see cref="PooledArrayBufferWriter{T}.Dispose"/>
/// throws. A reference that is kept beyond the lease finds the writer closed while that lies in the pool: every member throws
/// <see cref="ObjectDisposedException"/>. From the next rental on it is that renter's, and must not be used.</para>
/// <para>A rented writer keeps count of how long recent messages were: its array stays warm from one rental to the next, and where it is
/// too large to keep, the next one is rented in one piece.</para>
/// <para>Thread safety: one thread at a time. A rental may cross an await.</para>
/// <para>Allocation: none for a rented writer once as many exist as are rented at a time.</para>
/// </remarks>
public static partial class PooledArrayBufferWriter
{
    /// <summary>The most items that a writer holds unless its options say otherwise: 268,435,456 (256 Mi).</summary>
    public const int DefaultMaxCapacity = 256 * 1024 * 1024;

    internal const int DefaultInitialCapacity = 256;

    /// <summary>Rents an empty writer.</summary>
    /// <param name="pool">Where it comes from and goes back to; <see langword="null"/> for <see cref="BufferWriterPool.Shared"/>.</param>
    /// <returns>The lease; dispose it to give the writer back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static PooledLease<PooledArrayBufferWriter<byte>> Rent(BufferWriterPool? pool = null) =>
        (pool ?? BufferWriterPool.Shared).Rent();
}
