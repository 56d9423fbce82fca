using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides a buffer writer of bytes over a chain of pooled chunks. Growing never copies content.</summary>
/// <remarks>
/// <para>Ownership: the writer owns its chunks until <see cref="Dispose"/> returns them, or <see cref="Detach"/> hands
/// them over. Create an owned writer with <c>new</c>, or <see cref="Rent"/> one. A rented writer belongs to its lease,
/// and its own <see cref="Dispose"/> throws. A reference that is used after the lease has ended finds the writer closed
/// while it is idle in the pool: every member throws <see cref="ObjectDisposedException"/>. From the next rental on,
/// the writer belongs to that renter, and must not be used. Spans and memory obtained for writing are valid until the
/// next call that may move on, trim, reset, detach or dispose the writer. A sequence stays valid while more is written,
/// until the writer is reset, truncated, detached or disposed, or its lease ends.</para>
/// <para>Chunks: the first has 4 KB, the second 16 KB, and all others 64 KB, which is below the threshold of the large
/// object heap. Longer chunks are used only if a single span requires them. If the current chunk is too short for a
/// requested span, its remainder stays unused.</para>
/// <para>Clearing: on request, all bytes that the writer ever offered are cleared when it is reset or truncated, and
/// before a chunk is returned.</para>
/// <para>JSON: while a JSON lease holds content for the writer that it has not written yet, members that read the
/// writer throw
/// <see cref="InvalidOperationException"/>: flush or dispose the lease first. Members that only write do not.</para>
/// <para>Thread safety: one thread at a time. Only <see cref="Dispose"/> may be called by several threads at the same
/// time; the chunks are returned once. A rental can be held across an await.</para>
/// <para>Allocation: none for a rented writer once the pool has created as many writers as are rented at the same time
/// and keeps the chunks that they need. An owned writer allocates itself, and an object for each additional
/// chunk.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class SegmentedBufferWriter : IBufferWriter<byte>, IDisposable
{
    private readonly BufferSegmentSource _source;
    private readonly long _maxCapacity;
    private readonly bool _clears;
    private readonly bool _isRented;
    private byte[] _array = []; // of the current chunk; empty if there is none
    private int _written; // in the current chunk
    // the end of the part that callers may write to, raised in steps by a clearing writer; 0 while closed
    private int _offered;
    private long _before; // bytes in the chunks before the current one
    private BufferSegment? _first; // the chain, including spare chunks after the current one
    private BufferSegment? _current;
    private BufferSegment? _previous; // the chunk before the current one

    /// <summary>Initializes a new instance of the <see cref="SegmentedBufferWriter"/> class that owns its chunks,
    /// rented from <see cref="ArrayPool{T}.Shared"/>. The first chunk is rented when something is written.</summary>
    public SegmentedBufferWriter()
        : this(ArrayPool<byte>.Shared, PooledArrayBufferWriter.DefaultMaxCapacity, clearOnReturn: false)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="SegmentedBufferWriter"/> class that owns its chunks. The
    /// first chunk is rented when something is written.</summary>
    /// <param name="options">The limits. The writer copies them.</param>
    /// <param name="pool">The pool to rent arrays from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is <see langword="null"/>.</exception>
    public SegmentedBufferWriter(BufferWriterOptions options, ArrayPool<byte>? pool = null)
        : this(pool ?? ArrayPool<byte>.Shared, Checked(options).MaxCapacity, options.ClearOnReturn)
    {
    }

    private SegmentedBufferWriter(ArrayPool<byte> pool, long maxCapacity, bool clearOnReturn)
    {
        _source = new BufferSegmentSource(pool, clearOnReturn, kept: null);
        _maxCapacity = maxCapacity;
        _clears = clearOnReturn;
        _rental = 1;
    }

    /// <summary>Gets the number of bytes written so far.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long WrittenCount
    {
        get
        {
            if (_rental == 0 || _holder is not null)
                ThrowIfUnreadable();

            return _before + _written;
        }
    }

    /// <summary>Gets the total length of the chunks that the writer holds, in bytes; 0 while it has none.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long Capacity
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            return _held;
        }
    }

    /// <summary>Gets the maximum number of bytes that the writer can hold.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long MaxCapacity
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            return _maxCapacity;
        }
    }

    internal string DebuggerText =>
        _rental == 0 ? "closed" : $"{_before + _written} of {_held} bytes, MaxCapacity = {_maxCapacity}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Rents an empty writer.</summary>
    /// <param name="pool">The pool to rent from; <see langword="null"/> for
    /// <see cref="BufferWriterPool.Shared"/>.</param>
    /// <returns>The lease. Dispose it to return the writer.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public static PooledLease<SegmentedBufferWriter> Rent(BufferWriterPool? pool = null) =>
        (pool ?? BufferWriterPool.Shared).RentSegmented();

    /// <summary>Returns a contiguous span to write to, after the content. Moves to another chunk if the current one has
    /// not enough room.</summary>
    /// <param name="sizeHint">The minimum length of the span; 0 for any non-empty span.</param>
    /// <returns>A span of at least <paramref name="sizeHint"/> bytes, and never empty. It is valid until the next call
    /// other than <see cref="Advance"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>, or the span
    /// would exceed the maximum length of an array; the writer is unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The span is not cleared: it may hold bytes that another renter of the array left. Write each one that
    /// is then passed to <see cref="Advance"/>. If the pool throws, the exception is passed to the caller and the
    /// content is unchanged.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        int written = _written;
        int free = _offered - written; // 0 or less in a closed writer, whatever a late Advance left in the count

        // Less than, not at most, so that a free count of 0 is never enough. An exact fit takes the slow path, and
        // stays in its chunk there.
        return sizeHint >= 0 && sizeHint < free ? new Span<byte>(_array, written, free) : GetSpanSlow(sizeHint);
    }

    /// <inheritdoc cref="GetSpan"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        int written = _written;
        int free = _offered - written;
        return sizeHint >= 0 && sizeHint < free ? new Memory<byte>(_array, written, free) : GetMemorySlow(sizeHint);
    }

    /// <summary>Notifies the writer that bytes were written to the span or memory that it returned last.</summary>
    /// <param name="count">The number of bytes, at most the number offered. 0 is always allowed.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or greater than the number of
    /// bytes offered.</exception>
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

    /// <summary>Writes bytes, across as many chunks as needed.</summary>
    /// <param name="items">The bytes to copy. They may be part of this writer's content.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the pool throws, the exception is passed to the caller and the content is unchanged.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ReadOnlySpan<byte> items)
    {
        int written = _written;
        if ((uint)(items.Length - 1) < (long)(uint)_offered - (uint)written)
        {
            items.CopyTo(new Span<byte>(_array, written, items.Length));
            _written = written + items.Length;
        }
        else
        {
            WriteSlow(items);
        }
    }

    /// <summary>Counts bytes as written, which the caller stores immediately, if the current chunk has room for
    /// them.</summary>
    /// <param name="count">The number of bytes, 1 or more.</param>
    /// <param name="room">A span of exactly that length.</param>
    internal bool TryTake(int count, out Span<byte> room)
    {
        int written = _written;
        if (count > _offered - written) // 0 or less in a closed writer
        {
            room = default;
            return false;
        }

        room = new Span<byte>(_array, written, count);
        _written = written + count;
        return true;
    }

    /// <summary>Resets the writer to empty and keeps the chunks. Does not clear them unless this is a clearing writer.
    /// Sequences obtained from the writer become invalid.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void ResetWrittenCount()
    {
        if (_rental == 0)
            ThrowDisposed();

        Empty();
    }

    /// <summary>Removes the last bytes. Sequences obtained from the writer become invalid.</summary>
    /// <param name="count">The number of bytes to remove, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or greater than
    /// <see cref="WrittenCount"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Rewind(long count)
    {
        long written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, written);

        TruncateTo(written - count);
    }

    /// <summary>Keeps the first bytes and removes the others. Sequences obtained from the writer become
    /// invalid.</summary>
    /// <param name="newCount">The number of bytes to keep, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="newCount"/> is negative or greater than
    /// <see cref="WrittenCount"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Truncate(long newCount)
    {
        long written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(newCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(newCount, written);

        TruncateTo(newCount);
    }

    /// <summary>Returns the chunks to their pool. Only the first call has an effect, even if several threads call it at
    /// the same time.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: only its lease can return it.</exception>
    /// <remarks>If the array pool throws, all chunks are still dropped, and the first exception is thrown to the
    /// caller.</remarks>
    public void Dispose()
    {
        if (_isRented)
            Throw.InvalidOperation("A rented writer cannot be disposed. Dispose its lease instead.");

        Release();
    }

    private static BufferWriterOptions Checked(BufferWriterOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options;
    }
}
