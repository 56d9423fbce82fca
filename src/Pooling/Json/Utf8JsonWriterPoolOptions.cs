using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Provides the limits of a <see cref="Utf8JsonWriterPool"/> and of the writers that it rents out. A pool copies them when it is
/// created.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class Utf8JsonWriterPoolOptions
{
    internal const int DefaultMaxCapacity = 256 * 1024 * 1024;
    internal const int DefaultMaxRetainedCapacity = 16 * 1024;

    /// <summary>Gets or sets the name of the pool, which exceptions show. The default is <c>Utf8JsonWriterPool</c>.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("The name of a pool must not be empty. Use null to name the pool after its type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the maximum length of a writer's buffer, in bytes. The default is 268,435,456 (256 MiB).</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    /// <remarks>
    /// <para>A document that would exceed it throws a <see cref="Buffers.BufferCapacityExceededException"/>, and its lease can then only be
    /// disposed. A value greater than <c>Array.MaxLength</c> is treated as that length.</para>
    /// <para>The writer requests 256 bytes at the start of a document and at least 4,096 whenever it needs more, so a document may need up
    /// to 4,096 bytes more than its length. A document that is written to a target needs as much as its longest value.</para>
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

    /// <summary>Gets or sets the maximum number of writers that all threads share, for each set of
    /// <see cref="System.Text.Json.JsonWriterOptions"/>. The default is 2,048, or 512 for each processor if that is
    /// more. If 0, the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A writer that waits in a queue is in use. Set this to at least the peak number of writers in flight,
    /// and preferably to twice that number. Writers above the limit are created each time. Each live thread that uses
    /// the pool keeps up to 8 writers of each set beside these, or an eighth of this number if that is less. The memory
    /// is limited by <see cref="MaxRetainedBytes"/>, whatever the number of threads.</remarks>
    public int MaxRetained
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetained));
            field = value;
        }
    } = PoolOptions.DefaultMaxRetained;

    /// <summary>Gets or sets the maximum length of the buffer that a writer keeps between two rentals, in bytes. The default is 16,384 (16
    /// KiB). A longer buffer is returned to the array pool when the rental ends. Array pools return lengths that are powers of
    /// two.</summary>
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

    /// <summary>Gets or sets the maximum total length of the buffers that idle writers keep, in bytes. The default is
    /// 67,108,864 (64 MiB). If <see langword="null"/>, only what <see cref="MaxRetained"/> and
    /// <see cref="MaxRetainedCapacity"/> allow for 16 sets of options limits it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The buffers of rented writers are counted as well. While the total exceeds this limit, each returned writer first gives its
    /// buffer to the array pool, and is kept without one, so idle memory never exceeds the limit.</remarks>
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

    /// <summary>Gets or sets a value that indicates whether a buffer is cleared when its writer is returned, when it is replaced, and
    /// before it is returned to the array pool, so that no later user of the memory can see the document. The default is
    /// <see langword="false"/>.</summary>
    /// <remarks>Only the part that was offered to the writer is cleared. The memory that <see cref="System.Text.Json.Utf8JsonWriter"/>
    /// itself rents to escape a long value comes from <see cref="System.Buffers.ArrayPool{T}.Shared"/> and is not cleared.</remarks>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long writers can stay unused before they are dropped, while the pool is in use. The default is 10 seconds.
    /// With <see cref="Timeout.InfiniteTimeSpan"/>, they are dropped only when a collection finds memory short.</summary>
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
