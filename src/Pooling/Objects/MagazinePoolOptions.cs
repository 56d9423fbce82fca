namespace Pooling.Objects;

/// <summary>The limits of a pool. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a pool never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public sealed class MagazinePoolOptions
{
    /// <summary>The largest <see cref="MagazineSize"/>.</summary>
    public const int MaximumMagazineSize = 1024;

    /// <summary>The name of the pool in metrics and messages. The default is the name of the item type.</summary>
    /// <exception cref="ArgumentException">The value is empty.</exception>
    public string? Name
    {
        get;
        init
        {
            if (value is "")
                Throw.Argument("A pool's name must not be empty; leave it null to use the name of the item type.", nameof(Name));

            field = value;
        }
    }

    /// <summary>Items of one magazine, 64 by default. Each thread that uses the pool keeps up to two magazines; a thread reaches for what
    /// all threads share once per magazine. With a small <see cref="MaximumRetained"/>, or many threads, they are smaller.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1 or more than <see cref="MaximumMagazineSize"/>.</exception>
    public int MagazineSize
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MagazineSize));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MaximumMagazineSize, nameof(MagazineSize));
            field = value;
        }
    } = 64;

    /// <summary>The most items that the pool keeps, those in the magazines of threads included. The default is 2,048, or 512 for each
    /// processor if that is more. With 0 the pool keeps nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int MaximumRetained
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaximumRetained));
            field = value;
        }
    } = Math.Max(2048, 512 * Environment.ProcessorCount);

    /// <summary>The most bytes that the pool keeps, counted by <see cref="SizeOf"/>; <see langword="null"/>, the default, sets no limit.
    /// Threads reserve at most half of them, each as many as go with the items that it may keep; an item that is larger is kept by what all
    /// threads share.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? MaximumRetainedBytes
    {
        get;
        init
        {
            if (value is { } bytes)
                ArgumentOutOfRangeException.ThrowIfNegative(bytes, nameof(MaximumRetainedBytes));

            field = value;
        }
    }

    /// <summary>Tells the bytes that an item keeps alive; called once for each return, never under a lock. Needed with
    /// <see cref="MaximumRetainedBytes"/>. An item whose size is told as negative is dropped.</summary>
    public Func<object, long>? SizeOf { get; init; }

    /// <summary>How long the depot may go untrimmed, 10 seconds by default: what nobody needed for so long is let go at the next exchange
    /// or after the next generation-2 collection. With <see cref="Timeout.InfiniteTimeSpan"/> only collections trim that find memory
    /// short.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative and not infinite.</exception>
    public TimeSpan TrimAfter
    {
        get;
        init
        {
            TrimClock.CheckInterval(value, nameof(TrimAfter));
            field = value;
        }
    } = TimeSpan.FromSeconds(10);

    /// <summary>The clock of <see cref="TrimAfter"/>, the system's by default.</summary>
    /// <exception cref="ArgumentNullException">The value is <see langword="null"/>.</exception>
    public TimeProvider TimeProvider
    {
        get;
        init
        {
            ArgumentNullException.ThrowIfNull(value, nameof(TimeProvider));
            field = value;
        }
    } = TimeProvider.System;
}
