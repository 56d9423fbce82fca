namespace Pooling.Objects;

/// <summary>Provides the limits of a pool. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Every property can be set from configuration. Limits in bytes need to know the size of an item: see
/// <see cref="PoolOptions{T}"/>.</para>
/// <para>Thread safety: not for concurrent changes; a pool never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public class PoolOptions
{
    internal const int MaxMagazineSize = 1024;
    internal const int DefaultMagazineSize = 64;

    internal static TimeSpan DefaultTrimAfter { get; } = TimeSpan.FromSeconds(10);

    internal static int DefaultMaxRetained { get; } = Math.Max(2048, 512 * Environment.ProcessorCount);

    /// <summary>Gets or sets the name of the pool in metrics and messages. The default is the name of the item type.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("A pool's name must not be empty; leave it null to use the name of the item type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the number of items of one magazine. The default is 64.</summary>
    /// <remarks>Each thread that uses the pool keeps up to two magazines; a thread reaches for what all threads share once per magazine.
    /// With a small <see cref="MaxRetained"/>, or many threads, they are smaller.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1 or more than 1,024.</exception>
    public int MagazineSize
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MagazineSize));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MaxMagazineSize, nameof(MagazineSize));
            field = value;
        }
    } = DefaultMagazineSize;

    /// <summary>Gets or sets the most items that the pool keeps, those in the magazines of threads included. The default is 2,048, or 512
    /// for each processor if that is more. With 0 the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int MaxRetained
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxRetained));
            field = value;
        }
    } = DefaultMaxRetained;

    /// <summary>Gets or sets how long items may lie unused in the depot. The default is 10 seconds.</summary>
    /// <remarks>What nobody needed for so long is dropped at the next exchange with the depot, or after the next generation-2 collection.
    /// With <see cref="Timeout.InfiniteTimeSpan"/> only a collection that finds memory short drops items.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative and not infinite.</exception>
    public TimeSpan TrimAfter
    {
        get;
        set
        {
            TrimClock.CheckInterval(value, nameof(TrimAfter));
            field = value;
        }
    } = DefaultTrimAfter;
}

/// <summary>Provides the limits of a pool, those in bytes included. A pool copies them when it is created.</summary>
/// <typeparam name="T">The item type of the pool, exactly.</typeparam>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a pool never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public class PoolOptions<T> : PoolOptions where T : class
{
    /// <summary>Gets or sets the most bytes that the pool keeps, counted by <see cref="SizeOf"/>. The default is <see langword="null"/>: no
    /// limit.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <remarks>Threads reserve at most half of the bytes, each as many as go with the items that it may keep. An item that is larger is
    /// kept by what all threads share.</remarks>
    public long? MaxRetainedBytes
    {
        get;
        set
        {
            if (value is { } bytes)
                ArgumentOutOfRangeException.ThrowIfNegative(bytes, nameof(MaxRetainedBytes));

            field = value;
        }
    }

    /// <summary>Gets or sets the function that returns how many bytes an item keeps alive. Needed with
    /// <see cref="MaxRetainedBytes"/>.</summary>
    /// <remarks>Called once for each return, never under a lock. An item whose size is negative is dropped.</remarks>
    public Func<T, long>? SizeOf { get; set; }
}
