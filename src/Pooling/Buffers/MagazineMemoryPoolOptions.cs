using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="MagazineMemoryPool"/>. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class MagazineMemoryPoolOptions
{
    /// <summary>Gets or sets the name of the pool, which exceptions show. The default is <c>MagazineMemoryPool</c>.</summary>
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

    /// <summary>Gets or sets the size of a block that is rented without a size, in bytes. The default is 4,096.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1 or more than <c>Array.MaxLength</c>.</exception>
    /// <remarks>Blocks use arrays whose lengths are powers of two. With any other value, the rest of the array is unused.</remarks>
    public int BlockSize
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(BlockSize));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, Array.MaxLength, nameof(BlockSize));
            field = value;
        }
    } = 4096;

    /// <summary>Gets or sets the maximum number of blocks of each size that all threads share. Sizes are the powers of
    /// two from 256 bytes to <see cref="MaxRetainedCapacity"/>. The default is 2,048, or 512 for each processor if that
    /// is more. If 0, the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A block that waits in a pipe is in use. Set this to at least the peak number of blocks in flight, and
    /// preferably to twice that number. Blocks above the limit are created each time. Each live thread keeps some
    /// blocks of each size that it uses beside these: at most 64 blocks and 1 MB, but 8 blocks of any size, and no more
    /// than an eighth of this number. The memory is limited by <see cref="MaxRetainedBytes"/>, whatever the number of
    /// threads.</remarks>
    public int MaxRetained
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetained));
            field = value;
        }
    } = PoolOptions.DefaultMaxRetained;

    /// <summary>Gets or sets the maximum size of a block that the pool keeps, in bytes. The default is 1,048,576 (1 MiB). The array of a
    /// longer block is returned to the array pool when the block is disposed, and its owner is allocated for each rental.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A block counts with its size rounded up to a power of two. If the value is less than 256, the pool keeps nothing.</remarks>
    public int MaxRetainedCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetainedCapacity));
            field = value;
        }
    } = 1024 * 1024;

    /// <summary>Gets or sets the maximum total length of the arrays that the pool keeps, in bytes. The default is
    /// 67,108,864 (64 MiB). If <see langword="null"/>, only what <see cref="MaxRetained"/> and
    /// <see cref="MaxRetainedCapacity"/> allow for all sizes together limits it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The arrays of rented blocks up to <see cref="MaxRetainedCapacity"/> are counted as well. While the total exceeds this
    /// limit, each returned block is dropped, so idle memory never exceeds the limit.</remarks>
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

    /// <summary>Gets or sets a value that indicates whether a block is cleared when it is returned, so that no later user of the memory can
    /// see its content. The default is <see langword="false"/>.</summary>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long blocks can stay unused before they are released, while the pool is in use. The default is 10 seconds.
    /// With <see cref="Timeout.InfiniteTimeSpan"/>, they are released only when a collection finds memory short.</summary>
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
