namespace Pooling.Objects;

/// <summary>Provides the limits of a pool. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Every property can be set from configuration.</para>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class PoolOptions
{
    internal const int DefaultMaxRetainedPerThread = 128;
    internal const int FewestRetainedPerThread = 16;

    internal static readonly TimeSpan DefaultTrimAfter = TimeSpan.FromSeconds(10);

    internal static readonly int DefaultMaxRetained = Math.Max(2048, 512 * Environment.ProcessorCount);

    /// <summary>Gets or sets the name of the pool, which exceptions show. The default is the name of the item
    /// type.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        set
        {
            if (value is "")
            {
                Throw.Argument("The name of a pool must not be empty. Use null to name the pool after its item type.",
                    nameof(Name));
            }

            field = value;
        }
    }

    /// <summary>Gets or sets the maximum number of items that all threads share: those in the depot, and the parts that
    /// messages keep. The default is 2,048, or 512 for each processor if that is more. If 0, the pool keeps
    /// nothing.</summary>
    /// <remarks>Each live thread that uses the pool keeps at most <see cref="MaxRetainedPerThread"/> items beside
    /// them.</remarks>
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

    /// <summary>Gets or sets the maximum number of items that each live thread keeps for itself, beside
    /// <see cref="MaxRetained"/>. The default is <see langword="null"/>: an eighth of <see cref="MaxRetained"/>, but at
    /// least 16 and at most 128, and never more than <see cref="MaxRetained"/>. If 0, threads keep nothing, and every
    /// rental and return uses the shared depot.</summary>
    /// <remarks>A thread rents and returns its own items without a locked instruction. When it has none, or no room, it
    /// exchanges half of this number with the depot. The items of a thread that has ended go to the depot.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int? MaxRetainedPerThread
    {
        get;
        set
        {
            if (value is { } items)
                ArgumentOutOfRangeException.ThrowIfNegative(items, nameof(MaxRetainedPerThread));

            field = value;
        }
    }

    /// <summary>Gets or sets how long items may stay unused in the depot before they are dropped. The default is 10
    /// seconds.</summary>
    /// <remarks>Items that were not needed for this time are dropped at the next exchange with the depot, or after the
    /// next generation-2 collection. With <see cref="Timeout.InfiniteTimeSpan"/>, only a collection that finds memory
    /// short drops items.</remarks>
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
