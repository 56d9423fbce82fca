namespace Pooling.Objects;

/// <summary>Provides the limits of a pool. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Every property can be set from configuration.</para>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class PoolOptions
{
    internal const int MaxMagazineSize = 1024;
    internal const int DefaultMagazineSize = 64;

    internal static TimeSpan DefaultTrimAfter { get; } = TimeSpan.FromSeconds(10);

    internal static int DefaultMaxRetained { get; } = Math.Max(2048, 512 * Environment.ProcessorCount);

    /// <summary>Gets or sets the name of the pool, which exceptions show. The default is the name of the item type.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
                Throw.Argument("The name of a pool must not be empty. Use null to name the pool after its item type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Gets or sets the number of items in one magazine. The default is 64.</summary>
    /// <remarks>Each thread that uses the pool keeps up to two magazines, and accesses the shared depot once per magazine. Magazines are
    /// smaller if <see cref="MaxRetained"/> is small or many threads use the pool.</remarks>
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

    /// <summary>Gets or sets the maximum number of items that the pool keeps, including those in the magazines of threads. The default is
    /// 2,048, or 512 for each processor if that is more. If 0, the pool keeps nothing.</summary>
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

    /// <summary>Gets or sets how long items may stay unused in the depot before they are dropped. The default is 10 seconds.</summary>
    /// <remarks>Items that were not needed for this time are dropped at the next exchange with the depot, or after the next generation-2
    /// collection. With <see cref="Timeout.InfiniteTimeSpan"/>, only a collection that finds memory short drops items.</remarks>
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
