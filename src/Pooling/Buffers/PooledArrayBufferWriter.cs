using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides a growing buffer writer over one array of an <see cref="ArrayPool{T}"/>, so that the content is
/// always contiguous.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Ownership: the writer owns its array until <see cref="Dispose"/> returns it, or <see cref="Detach"/> hands it
/// over. Spans and memory obtained from the writer are valid until the next call that may grow, trim, reset, detach or
/// dispose it. The initial content of a span from <see cref="GetSpan"/> is undefined.</para>
/// <para>Clearing: arrays whose items are or contain references are cleared when the writer is reset or grows, and
/// before they are returned. Other arrays are cleared if requested at construction, up to the last item that the writer
/// ever offered, including items that were written but not advanced over.</para>
/// <para>JSON: while a JSON lease holds content for the writer that it has not written yet, members that read the
/// writer throw <see cref="InvalidOperationException"/>: flush or dispose the lease first. Members that only write do
/// not.</para>
/// <para>Thread safety: one thread at a time. Only <see cref="Dispose"/> may be called by several threads at the same
/// time; the array is returned once.</para>
/// <para>Allocation: the writer itself; growing rents from the pool. Other members allocate only if they say
/// so.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class PooledArrayBufferWriter<T> : IBufferWriter<T>, IDisposable
{
    private readonly ArrayPool<T> _pool;
    private readonly int _maxCapacity;
    private readonly bool _clears;
    private readonly int _openLimit; // the most that is offered when a rental begins: nothing in a clearing writer
    private T[]? _array; // null: returned permanently; empty: none at the moment
    private int _written;
    // the end of the part that callers may write to; a clearing writer raises it in steps, since it clears all of it; 0
    // while closed
    private int _offered;
    private long _rental; // the number of the rental; 0: closed, by the end of the rental or by Dispose

    /// <summary>Initializes a new instance of the <see cref="PooledArrayBufferWriter{T}"/> class that owns an array of
    /// at least 256 items from <see cref="ArrayPool{T}.Shared"/>.</summary>
    public PooledArrayBufferWriter()
        : this(PooledArrayBufferWriter.DefaultInitialCapacity)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="PooledArrayBufferWriter{T}"/> class that owns an array
    /// from <see cref="ArrayPool{T}.Shared"/>.</summary>
    /// <param name="initialCapacity">The length of the first array, limited to 268,435,456. If
    /// 0, the first array is rented when something is written.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialCapacity"/> is negative.</exception>
    public PooledArrayBufferWriter(int initialCapacity)
        : this(ArrayPool<T>.Shared, PooledArrayBufferWriter.DefaultMaxCapacity, clearOnReturn: false, retention: null)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(initialCapacity);

        RentFirst(initialCapacity);
    }

    /// <summary>Initializes a new instance of the <see cref="PooledArrayBufferWriter{T}"/> class that owns an
    /// array.</summary>
    /// <param name="options">The limits. The writer copies them.</param>
    /// <param name="pool">The pool to rent arrays from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    public PooledArrayBufferWriter(BufferWriterOptions options, ArrayPool<T>? pool = null)
        : this(pool ?? ArrayPool<T>.Shared, Checked(options).MaxCapacity, options.ClearOnReturn, retention: null) =>
        RentFirst(options.InitialCapacity);

    /// <summary>Initializes a writer for a pool to rent out. It has no array yet, and is closed.</summary>
    internal PooledArrayBufferWriter(ArrayPool<T> pool, WriterRetention retention)
        : this(pool, retention.Pool.MaxCapacity, retention.Pool.ClearOnReturn, retention) =>
            _startCapacity = retention.UsualCapacity;

    private PooledArrayBufferWriter(ArrayPool<T> pool, long maxCapacity, bool clearOnReturn, WriterRetention? retention)
    {
        _pool = pool;
        _maxCapacity = (int)Math.Min(maxCapacity, Array.MaxLength);
        _clears = clearOnReturn || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _retention = retention;
        _budget = retention?.Pool.Budget;
        _openLimit = _clears ? 0 : _maxCapacity;
        _isPlain = !_clears;
        _rental = retention is null ? 1 : 0; // a pooled writer is opened by each rental
        _array = [];
    }

    /// <summary>Gets the written items as a span, which is valid until the writer is written to, truncated, trimmed,
    /// reset, detached or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ReadOnlySpan<T> WrittenSpan
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (_rental == 0 || _holder is not null)
                ThrowIfUnreadable();

            return new ReadOnlySpan<T>(_array, 0, _written);
        }
    }

    /// <summary>Gets the written items as memory, which is valid until the writer is written to, truncated, trimmed,
    /// reset, detached or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ReadOnlyMemory<T> WrittenMemory
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (_rental == 0 || _holder is not null)
                ThrowIfUnreadable();

            return new ReadOnlyMemory<T>(_array, 0, _written);
        }
    }

    /// <summary>Gets the number of items written so far.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int WrittenCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (_rental == 0 || _holder is not null)
                ThrowIfUnreadable();

            return _written;
        }
    }

    /// <summary>Gets the number of items that the writer can hold without growing, including those already written; 0
    /// while it has no array.</summary>
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

    /// <summary>Gets the maximum number of items that the writer can hold.</summary>
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
        _rental == 0
            ? "closed"
            : $"{_written} of {Math.Min(_array?.Length ?? 0, _maxCapacity)} {Unit}s, MaxCapacity = {_maxCapacity}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Returns a span to write to, after the content. Grows if there is not enough room.</summary>
    /// <param name="sizeHint">The minimum length of the span; 0 for any non-empty span.</param>
    /// <returns>A span of at least <paramref name="sizeHint"/> items, and never empty. It is valid until the next call
    /// other than <see cref="Advance"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>; it is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The span is not cleared: it may hold items that another renter of the array left. Write each one that
    /// is then passed to <see cref="Advance"/>. If the pool throws, the exception is passed to the caller and the
    /// content is unchanged.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> GetSpan(int sizeHint = 0)
    {
        int written = _written;
        int free = _offered - written; // 0 or less in a closed writer, whatever a late Advance left in the count

        // Less than, not at most, so that a free count of 0 is never enough. An exact fit takes the slow path, and does
        // not grow there.
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
    /// <param name="count">The number of items, at most the number offered. 0 is always allowed.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or greater than the number of
    /// items offered.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count)
    {
        int written = _written;
        // 64-bit and signed, since it is negative in some closed writers; count - 1, so that 0 takes the slow path,
        // which checks whether the writer is disposed
        if ((uint)(count - 1) < (long)(uint)_offered - (uint)written)
            _written = written + count;
        else
            AdvanceSlow(count);
    }

    /// <summary>Writes items. Grows if there is not enough room.</summary>
    /// <param name="items">The items to copy. They may be part of this writer's content.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the pool throws, even when the old array is returned, the exception is passed to the caller and the
    /// content is unchanged.</remarks>
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

    /// <summary>Resets the writer to empty and keeps the array. Does not clear it unless this is a clearing
    /// writer.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void ResetWrittenCount()
    {
        if (_rental == 0)
            ThrowDisposed();

        Empty();
    }

    /// <summary>Removes the last items.</summary>
    /// <param name="count">The number of items to remove, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or greater than
    /// <see cref="WrittenCount"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Rewind(int count)
    {
        int written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, written);

        TruncateTo(written - count);
    }

    /// <summary>Keeps the first items and removes the others.</summary>
    /// <param name="newCount">The number of items to keep, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="newCount"/> is negative or greater than
    /// <see cref="WrittenCount"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Truncate(int newCount)
    {
        int written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(newCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(newCount, written);

        TruncateTo(newCount);
    }

    /// <summary>Returns the array to its pool. Only the first call has an effect, even if several threads call it at
    /// the same time.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: only its lease can return it.</exception>
    public void Dispose()
    {
        if (_retention is not null)
            Throw.InvalidOperation("A rented writer cannot be disposed. Dispose its lease instead.");

        Release();
    }

    private static BufferWriterOptions Checked(BufferWriterOptions options)
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

/// <summary>Rents writers of bytes, and extends them with members for streams, pipes and shared messages.</summary>
/// <remarks>
/// <para>Ownership: a rented writer belongs to its lease, which returns it; the writer's own
/// <see cref="PooledArrayBufferWriter{T}.Dispose"/> throws. A reference that is used after the lease has ended finds
/// the writer closed while it is idle in the pool: every member throws <see cref="ObjectDisposedException"/>. From the
/// next rental on, the writer belongs to that renter, and must not be used.</para>
/// <para>A rented writer tracks the length of recent messages: its array is kept from one rental to the next, and if it
/// is too large to keep, the next one is rented in a single step.</para>
/// <para>Thread safety: one thread at a time. A rental can be held across an await.</para>
/// <para>Allocation: none for a rented writer once the pool has created as many as are rented at the same time.</para>
/// </remarks>
public static partial class PooledArrayBufferWriter
{
    /// <summary>The default maximum number of items that a writer holds: 268,435,456 (256 Mi).</summary>
    internal const int DefaultMaxCapacity = 256 * 1024 * 1024;

    internal const int DefaultInitialCapacity = 256;

    /// <summary>Rents an empty writer.</summary>
    /// <param name="pool">The pool to rent from; <see langword="null"/> for
    /// <see cref="BufferWriterPool.Shared"/>.</param>
    /// <returns>The lease. Dispose it to return the writer.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static PooledLease<PooledArrayBufferWriter<byte>> Rent(BufferWriterPool? pool = null) =>
        (pool ?? BufferWriterPool.Shared).Rent();
}
