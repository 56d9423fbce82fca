using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides the limits that all pools of buffers have: those of writers, of JSON writers, and of
/// memory.</summary>
/// <remarks>
/// <para>An item is what the pool rents out: a writer or a block. Its array counts with its whole length.</para>
/// <para>Thread safety: not safe for concurrent changes. A pool copies its options when it is created.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public abstract class BufferPoolOptions
{
    private protected BufferPoolOptions()
    {
    }

    /// <summary>Gets or sets the name of the pool, which exceptions show. The default is the name of what the pool
    /// rents out, or of the pool.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("The name of a pool must not be empty. Use null for the default name.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the maximum number of items of each kind that all threads share. The default is 2,048, or
    /// 512 for each processor if that is more. If 0, the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>An item that waits in a queue or a pipe is in use. Set this to at least the peak number of items in
    /// flight, and preferably to twice that number. Items above the limit are created each time. Each live thread that
    /// uses the pool keeps a few of each kind beside these: at most 8 writers, or an eighth of this number if that is
    /// less; <see cref="MagazineMemoryPoolOptions"/> says how many blocks. The memory is limited by
    /// <see cref="MaxRetainedBytes"/>, whatever the number of threads.</remarks>
    public int MaxRetained
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetained));
            field = value;
        }
    } = PoolOptions.DefaultMaxRetained;

    /// <summary>Gets or sets the maximum length of the array that an item keeps between two rentals, in bytes. The
    /// default is 1,048,576 (1 MiB), and 16,384 (16 KiB) for JSON writers. A longer array is returned to the array pool
    /// when the rental ends. Array pools return lengths that are powers of two.</summary>
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

    /// <summary>Gets or sets the maximum total length of the arrays that idle items keep, in bytes. The default is
    /// 67,108,864 (64 MiB). If <see langword="null"/>, only what <see cref="MaxRetained"/> and
    /// <see cref="MaxRetainedCapacity"/> allow for all kinds together limits it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The arrays of rented items are counted as well, but not those that are too long to be kept. While the
    /// total exceeds this limit, each returned writer first gives its array to the array pool and is kept without one,
    /// and each returned block is dropped, so idle memory never exceeds the limit. A rental that finds a warm array
    /// pays nothing for the limit.</remarks>
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

    /// <summary>Gets or sets a value that indicates whether memory is cleared before anybody else can read it. The
    /// default is <see langword="false"/>.</summary>
    /// <remarks>Only what was offered to the user of the item is cleared.</remarks>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long items can stay unused before they are released, while the pool is in use. The
    /// default is 10 seconds. With <see cref="Timeout.InfiniteTimeSpan"/>, they are released only when a collection
    /// finds memory short.</summary>
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
