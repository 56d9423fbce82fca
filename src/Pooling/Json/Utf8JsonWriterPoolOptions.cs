using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The limits of a <see cref="Utf8JsonWriterPool"/> and of the writers that it rents out. A pool copies them when it is
/// created.</summary>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a pool never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public sealed class Utf8JsonWriterPoolOptions
{
    internal const int DefaultMaxCapacity = 256 * 1024 * 1024;
    internal const int DefaultMaxRetainedCapacity = 16 * 1024;

    /// <summary>Gets or sets the name of the pool in metrics and messages. The default is <c>Utf8JsonWriterPool</c>.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("A pool's name must not be empty; leave it null to use the name of the pool type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the most bytes that the buffer of one writer may hold. The default is 268,435,456 (256 MiB).</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    /// <remarks>
    /// <para>A document that would need more throws a <see cref="Buffers.BufferCapacityExceededException"/>; its lease can only be disposed
    /// then. A value above <c>Array.MaxLength</c> counts as that length.</para>
    /// <para>The writer asks for 256 bytes when a document begins and for at least 4,096 whenever it needs more, so a document may need up
    /// to 4,096 bytes more than it has. A document that goes to a target needs what its longest value needs.</para>
    /// </remarks>
    public int MaxCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxCapacity));
            field = value;
        }
    } = DefaultMaxCapacity;

    /// <summary>Gets or sets the most writers that the pool keeps for each set of <see cref="System.Text.Json.JsonWriterOptions"/>, those
    /// kept for each thread included. The default is 2,048, or 512 for each processor if that is more. With 0 the pool keeps
    /// nothing.</summary>
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

    /// <summary>Gets or sets the most bytes of the buffer that a writer keeps between two rentals. The default is 16,384 (16 KiB). A longer
    /// buffer goes back to the array pool when the rental ends. Array pools give lengths that are powers of two.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A buffer that is longer than <see cref="MaxCapacity"/> is not kept either.</remarks>
    public int MaxRetainedCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetainedCapacity));
            field = value;
        }
    } = DefaultMaxRetainedCapacity;

    /// <summary>Gets or sets the most bytes of buffers that idle writers keep in all. The default is 67,108,864 (64 MiB);
    /// <see langword="null"/> sets no limit but <see cref="MaxRetained"/> times <see cref="MaxRetainedCapacity"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The buffers of rented writers count as well: while all of them together are more than this, each writer that comes back
    /// gives its buffer to the array pool first, and is kept without one. So idle memory is within the limit at every instant.</remarks>
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

    /// <summary>Gets or sets a value that indicates whether a buffer is cleared when its writer comes back, when it is replaced by another
    /// one, and before it goes back to the array pool, so that no later user of the memory can see the document. The default is
    /// <see langword="false"/>.</summary>
    /// <remarks>What the writer was offered is cleared, not the whole array. The memory that <see cref="System.Text.Json.Utf8JsonWriter"/>
    /// itself rents to escape a long value comes from <see cref="System.Buffers.ArrayPool{T}.Shared"/> and is not cleared by
    /// it.</remarks>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long writers may lie unused before they are dropped, while the pool is in use. The default is 10 seconds;
    /// with <see cref="Timeout.InfiniteTimeSpan"/> they are dropped only when a collection finds memory short.</summary>
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
