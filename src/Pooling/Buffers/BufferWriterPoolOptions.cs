using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="BufferWriterPool"/> and of the writers that it rents out. A pool copies them when it is
/// created.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class BufferWriterPoolOptions
{
    /// <summary>Gets or sets the name of the pool, which exceptions show. The default is <c>PooledArrayBufferWriter</c>.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("The name of a pool must not be empty. Use null to name the pool after its writer type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the minimum length of a writer's first array, in bytes. The default is 256. A writer whose recent messages
    /// were longer starts with a longer array. Limited to <see cref="MaxCapacity"/>.</summary>
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

    /// <summary>Gets or sets the maximum capacity of a writer, in bytes. The default is 268,435,456 (256 MiB). A writer that would exceed
    /// it throws a <see cref="BufferCapacityExceededException"/>. A value greater than <c>Array.MaxLength</c> is treated as that
    /// length.</summary>
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

    /// <summary>Gets or sets the maximum number of writers of each kind that all threads share. The default is 2,048,
    /// or 512 for each processor if that is more. If 0, the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A writer that waits in a queue is in use. Set this to at least the peak number of writers in flight,
    /// and preferably to twice that number. Writers above the limit are created each time. Each live thread that uses
    /// the pool keeps up to 8 writers of each kind beside these, or an eighth of this number if that is less. The
    /// memory is limited by <see cref="MaxRetainedBytes"/>, whatever the number of threads.</remarks>
    public int MaxRetained
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetained));
            field = value;
        }
    } = PoolOptions.DefaultMaxRetained;

    /// <summary>Gets or sets the maximum length of the array that a writer keeps between two rentals, in bytes. The default is 1,048,576 (1
    /// MiB). A longer array is returned to the array pool when the rental ends. Array pools return lengths that are powers of
    /// two.</summary>
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

    /// <summary>Gets or sets the maximum total length of the arrays that idle writers keep, in bytes. The default is
    /// 67,108,864 (64 MiB). If <see langword="null"/>, only what <see cref="MaxRetained"/> and
    /// <see cref="MaxRetainedCapacity"/> allow for writers of both kinds limits it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The arrays of rented writers are counted as well. While the total exceeds this limit, each returned writer first gives its
    /// array to the array pool, and is kept without one, so idle memory never exceeds the limit. A rental that finds a warm array pays
    /// nothing for the limit.</remarks>
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

    /// <summary>Gets or sets a value that indicates whether a writer clears the memory that it offered when it is reset, grows or is
    /// returned, so that no later user of the memory can see the content. The default is <see langword="false"/>.</summary>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long writers can stay unused before they are released, while the pool is in use. The default is 10
    /// seconds. With <see cref="Timeout.InfiniteTimeSpan"/>, they are released only when a collection finds memory short.</summary>
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
