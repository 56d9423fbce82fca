namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="BufferWriterPool"/> and of the writers that it rents out. A pool copies
/// them when it is created.</summary>
/// <remarks>
/// <para>The limits of the pool count for each kind of writer, contiguous and segmented, those of bytes for
/// both.</para>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class BufferWriterPoolOptions : BufferPoolOptions
{
    /// <summary>Gets or sets the minimum length of a writer's first array, in bytes. The default is 256. A writer whose
    /// recent messages were longer starts with a longer array. Limited to <see cref="MaxCapacity"/>.</summary>
    /// <remarks>The array is rented when something is written. Until the first span is requested, a new writer has
    /// none, and its
    /// <see cref="PooledArrayBufferWriter{T}.Capacity"/> is 0.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int InitialCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(InitialCapacity));
            field = value;
        }
    } = 256;

    /// <summary>Gets or sets the maximum capacity of a writer, in bytes. The default is 268,435,456 (256 MiB). A writer
    /// that would exceed it throws a <see cref="BufferCapacityExceededException"/>. A value greater than
    /// <c>Array.MaxLength</c> is treated as that length.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public int MaxCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxCapacity));
            field = value;
        }
    } = PooledArrayBufferWriter.DefaultMaxCapacity;
}
