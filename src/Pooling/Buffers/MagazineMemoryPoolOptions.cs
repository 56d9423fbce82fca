using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="MagazineMemoryPool"/>. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a pool never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public sealed class MagazineMemoryPoolOptions
{
    /// <summary>Gets or sets the name of the pool in metrics and messages. The default is <c>MagazineMemoryPool</c>.</summary>
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

    /// <summary>Gets or sets the bytes of a block for which no size is asked, 4,096 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1 or more than <c>Array.MaxLength</c>.</exception>
    /// <remarks>Blocks lie in arrays whose lengths are powers of two: another value leaves the rest of the array unused.</remarks>
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

    /// <summary>Gets or sets the most blocks of each size that the pool keeps, those kept for each thread included; sizes are the powers of
    /// two from 256 bytes to <see cref="MaxRetainedCapacity"/>. The default is 2,048, or 512 for each processor if that is more. With 0 the
    /// pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>A block that waits in a pipe is in use. So this is to be at least the number of blocks that may be in flight at a peak,
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

    /// <summary>Gets or sets the most bytes of a block that the pool keeps, 1,048,576 (1 MiB) by default. The array of a longer one goes
    /// back to the array pool when the block is disposed, and its owner is created for each rental.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>What counts is the power of two in which the block lies. With less than 256 the pool keeps nothing.</remarks>
    public int MaxRetainedCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetainedCapacity));
            field = value;
        }
    } = 1024 * 1024;

    /// <summary>Gets or sets the most bytes of arrays that the pool keeps in all, 67,108,864 (64 MiB) by default; <see langword="null"/>
    /// sets no limit but <see cref="MaxRetained"/> blocks of each size.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>The arrays of rented blocks up to <see cref="MaxRetainedCapacity"/> count as well: while all of them together are more than
    /// this, each block that comes back is dropped. So idle memory is within the limit at every instant.</remarks>
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

    /// <summary>Gets or sets a value that indicates whether a block is cleared when it comes back, so that no later user of the memory can
    /// see what was in it. <see langword="false"/> by default.</summary>
    public bool ClearOnReturn { get; set; }

    /// <summary>Gets or sets how long blocks may lie unused before they are released, while the pool is in use; 10 seconds by default;
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
