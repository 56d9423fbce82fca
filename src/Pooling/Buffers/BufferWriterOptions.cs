namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="PooledArrayBufferWriter{T}"/> or a <see cref="SegmentedBufferWriter"/>,
/// which copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes. A writer never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class BufferWriterOptions
{
    /// <summary>Gets or sets the length of the first array, limited to <see cref="MaxCapacity"/>. If 0, the first array
    /// is rented when something is written. A <see cref="SegmentedBufferWriter"/> does not use it.</summary>
    /// <value>The default is 256.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int InitialCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(InitialCapacity));
            field = value;
        }
    } = PooledArrayBufferWriter.DefaultInitialCapacity;

    /// <summary>Gets or sets the maximum number of items that the writer can hold. A writer that would exceed it throws
    /// a <see cref="BufferCapacityExceededException"/>. A <see cref="PooledArrayBufferWriter{T}"/> holds at most
    /// <c>Array.MaxLength</c> items, whatever the value.</summary>
    /// <value>The default is 268,435,456 (256 Mi).</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public long MaxCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1L, nameof(MaxCapacity));
            field = value;
        }
    } = PooledArrayBufferWriter.DefaultMaxCapacity;

    /// <summary>Gets or sets a value that indicates whether items are cleared before an array is returned even if they
    /// contain no references.</summary>
    /// <value>The default is <see langword="false"/>: only items that are or contain references are cleared.</value>
    public bool ClearOnReturn { get; set; }
}
