using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>A buffer writer of bytes over a chain of pooled chunks: nothing that was written is ever copied to grow.</summary>
/// <remarks>
/// <para>Ownership: the writer owns its chunks until <see cref="Dispose"/> gives them back, or <see cref="Detach"/> hands them over. Own
/// one with <c>new</c>, or <see cref="Rent"/> one; a rented writer belongs to its lease, and its own <see cref="Dispose"/> throws. A
/// reference that is kept beyond the lease finds the writer closed while that lies in the pool: every member throws
/// <see cref="ObjectDisposedException"/>. From the next rental on it is that renter's, and must not be used. A span or memory that it
/// offered is valid until the next call that may move on, trim, reset, detach or dispose it; a sequence stays valid while more is written,
/// until the writer is reset, truncated, detached or disposed, or its lease ends.</para>
/// <para>Chunks: of 4 KB, 16 KB and from then on 64 KB, all below the large object heap; longer ones only where a single span is asked for
/// that needs them. What is left of a chunk when a longer span is asked for stays unused.</para>
/// <para>Clearing: if asked for, up to the last byte that the writer ever offered, on reset, on truncation and before a chunk goes
/// back.</para>
/// <para>Thread safety: one thread at a time. Only <see cref="Dispose"/> may race with itself: the chunks go back once. A rental may cross
/// an await.</para>
/// <para>Allocation: none for a rented writer once as many exist as are rented at a time and the chunks that they need at a time are kept.
/// An owned one is itself allocated, and an object for each chunk that it never needed before.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class SegmentedBufferWriter : IBufferWriter<byte>, IDisposable
{
    /// <summary>The most bytes that a writer holds unless its options say otherwise: 268,435,456 (256 MiB).</summary>
    public const long DefaultMaxCapacity = PooledArrayBufferWriter.DefaultMaxCapacity;

    private readonly BufferSegmentSource _source;
    private readonly long _maxCapacity;
    private readonly bool _clears;
    private readonly bool _isRented;
    private byte[] _array = []; // of the current chunk; empty: no chunk
    private int _written; // in the current chunk
    private int _offered; // the end of what callers may write to in the current chunk; a clearing writer raises it in steps; 0 while closed
    private long _before; // bytes in the chunks before the current one
    private BufferSegment? _first; // the chain, spare chunks behind the current one included
    private BufferSegment? _current;
    private BufferSegment? _previous; // the chunk before the current one

    /// <summary>Initializes a new instance of the <see cref="SegmentedBufferWriter"/> class that owns its chunks, which come from
    /// <see cref="ArrayPool{T}.Shared"/>. The first is rented when something is written.</summary>
    public SegmentedBufferWriter()
        : this(ArrayPool<byte>.Shared, DefaultMaxCapacity, clearOnReturn: false)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="SegmentedBufferWriter"/> class that owns its chunks. The first is rented when
    /// something is written.</summary>
    /// <param name="options">The limits, which are copied.</param>
    /// <param name="pool">The pool that arrays come from and go back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is <see langword="null"/>.</exception>
    public SegmentedBufferWriter(SegmentedBufferWriterOptions options, ArrayPool<byte>? pool = null)
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
            if (_rental == 0)
                ThrowDisposed();

            return _before + _written;
        }
    }

    /// <summary>Gets the bytes of the chunks that the writer holds, those written included; 0 while it has none.</summary>
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

    /// <summary>Gets the most bytes that the writer may hold.</summary>
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

    internal string DebuggerText => _rental == 0 ? "closed" : $"{_before + _written} of {_held} bytes, {_maxCapacity} at most";

    /// <summary>Rents an empty writer.</summary>
    /// <param name="pool">Where it comes from and goes back to; <see langword="null"/> for <see cref="BufferWriterPool.Shared"/>.</param>
    /// <returns>The lease; dispose it to give the writer back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public static PooledLease<SegmentedBufferWriter> Rent(BufferWriterPool? pool = null) =>
        (pool ?? BufferWriterPool.Shared).RentSegmented();

    /// <summary>Returns a contiguous span to write to, after what was written; moves on to another chunk if there is not enough room in
    /// this one.</summary>
    /// <param name="sizeHint">The bytes that are needed at least; 0 for any number but none.</param>
    /// <returns>At least <paramref name="sizeHint"/> bytes, never none. Valid until the next call of the writer but
    /// <see cref="Advance"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>, or the span would be
    /// longer than an array can be; it is unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>An exception of the pool reaches the caller and leaves the content as it was.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        int written = _written;
        int free = _offered - written; // 0 or less in a closed writer, whatever a late Advance left in its count

        // Less, not at most: so that 0 bytes are never enough. An exact fit goes the long way, and stays in its chunk there.
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
    /// <param name="count">The bytes, at most as many as were offered. 0 is allowed at any time.</param>
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

    /// <summary>Writes bytes, across as many chunks as they need. They may lie in this writer's own written part.</summary>
    /// <param name="items">The bytes, copied.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>An exception of the pool reaches the caller and leaves the content as it was.</remarks>
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

    /// <summary>Counts bytes as written that the caller puts there at once, if the current chunk has room for them.</summary>
    /// <param name="count">The bytes, 1 or more.</param>
    /// <param name="room">Exactly as many.</param>
    internal bool TryTake(int count, out Span<byte> room)
    {
        int written = _written;
        if (count > _offered - written) // 0 or less of a closed writer
        {
            room = default;
            return false;
        }

        room = new Span<byte>(_array, written, count);
        _written = written + count;
        return true;
    }

    /// <summary>Resets the writer to empty and keeps the chunks, without zeroing them unless this is a clearing writer. Sequences from it
    /// are no longer valid.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void ResetWrittenCount()
    {
        if (_rental == 0)
            ThrowDisposed();

        Empty();
    }

    /// <summary>Takes back the last bytes that were written. Sequences from it are no longer valid.</summary>
    /// <param name="count">The bytes to take back, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or more than was written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Rewind(long count)
    {
        long written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, written);

        TruncateTo(written - count);
    }

    /// <summary>Keeps the first bytes that were written and takes back the others. Sequences from it are no longer valid.</summary>
    /// <param name="newCount">The bytes to keep, at most <see cref="WrittenCount"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="newCount"/> is negative or more than was written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Truncate(long newCount)
    {
        long written = WrittenCount;
        ArgumentOutOfRangeException.ThrowIfNegative(newCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(newCount, written);

        TruncateTo(newCount);
    }

    /// <summary>Returns the chunks to their pool. Only the first call has an effect, also if two threads race.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: only its lease gives it back.</exception>
    /// <remarks>If the array pool throws, all chunks are dropped, and the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        if (_isRented)
            Throw.InvalidOperation("This writer was rented; dispose its lease instead.");

        Release();
    }

    private static SegmentedBufferWriterOptions Checked(SegmentedBufferWriterOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options;
    }
}
