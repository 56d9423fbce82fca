using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>The limits of a <see cref="BufferWriterPool"/> and of the writers that it rents out. A pool copies them when it is
/// created.</summary>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a pool never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public sealed class BufferWriterPoolOptions
{
    /// <summary>Gets or sets the name of the pool in metrics and messages. The default is <c>PooledArrayBufferWriter</c>.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("A pool's name must not be empty; leave it null to use the name of the writer type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the fewest bytes of a writer's array, 256 by default; a writer whose recent messages were longer starts with
    /// more. At most <see cref="MaxCapacity"/> are used.</summary>
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

    /// <summary>Gets or sets the most bytes that one writer may hold, 268,435,456 (256 MiB) by default; a writer that would need more
    /// throws a <see cref="BufferCapacityExceededException"/>. A value above <c>Array.MaxLength</c> counts as that length.</summary>
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

    /// <summary>Gets or sets the most writers that the pool keeps, those kept for each thread included. The default is 2,048, or 512 for
    /// each processor if that is more. With 0 the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A writer that waits in a queue is in use. So this is to be at least the number of writers that may be in flight at a peak,
    /// better twice as many, since threads keep some for themselves: those above the limit are created each time. The memory is limited
    /// by <see cref="MaxRetainedBytes"/>.</remarks>
    public int MaxRetained
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetained));
            field = value;
        }
    } = PoolOptions.DefaultMaxRetained;

    /// <summary>Gets or sets the most bytes of the array that a writer keeps between two rentals, 1,048,576 (1 MiB) by default. A longer
    /// one goes back to the array pool when the rental ends. Array pools give lengths that are powers of two.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int MaxRetainedCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetainedCapacity));
            field = value;
        }
    } = 1024 * 1024;

    /// <summary>Gets or sets the most bytes of arrays that idle writers keep in all, 67,108,864 (64 MiB) by default; <see langword="null"/>
    /// sets no limit but <see cref="MaxRetained"/> times <see cref="MaxRetainedCapacity"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The arrays of rented writers count as well: while all of them together are more than this, each writer that comes back
    /// gives its array to the array pool first, and is kept without one. So idle memory is within the limit at every instant. A
    /// rental that finds its array warm pays nothing for the limit.</remarks>
    public long? MaxRetainedBytes
    {
        get;
        set
        {
            if (value is { } bytes)
                ArgumentOutOfRangeException.ThrowIfNegative(bytes, nameof(MaxRetainedBytes));

            field = value;
        }
    } = 64 * 1024 * 1024;

    /// <summary>Gets or sets a value that indicates whether a writer clears what it offered, on reset, on growth and when it comes back, so
    /// that no later user of the memory can see it. <see langword="false"/> by default.</summary>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long writers may lie unused before they are released, while the pool is in use; 10 seconds by default;
    /// with <see cref="Timeout.InfiniteTimeSpan"/> they are released only when a collection finds memory short.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative and not infinite.</exception>
    public TimeSpan TrimAfter
    {
        get;
        set
        {
            TrimClock.CheckInterval(value, nameof(TrimAfter));
            field = value;
        }
    } = PoolOptions.DefaultTrimAfter;
}
