namespace Pooling.Objects;

/// <summary>The settings of a store: the options of the pool that it serves, and its clock.</summary>
/// <remarks>Fields, because each accessor would be compiled for the first pool of a process.</remarks>
internal sealed class StoreOptions
{
    /// <summary>The name of the pool; <see langword="null"/> for the name of the item type.</summary>
    internal string? Name;

    /// <summary>The name of the pool in exceptions that say that it is disposed; <see langword="null"/> for
    /// <see cref="Name"/>.</summary>
    internal string? OwnerName;

    internal int MaxRetained = PoolOptions.DefaultMaxRetained;

    /// <summary>The maximum number of items that a thread keeps beside those; <see langword="null"/> for an eighth of
    /// them, up to <see cref="MaxPerThread"/>, and at least <see cref="FewestPerThread"/>.</summary>
    internal int? MaxRetainedPerThread;

    /// <summary>The maximum of that number if the user sets none: fewer where items are large.</summary>
    internal int MaxPerThread = PoolOptions.DefaultMaxRetainedPerThread;

    /// <summary>The minimum of that number if the user sets none: with fewer, a thread that holds some items at a time
    /// takes the lock of the depot for most of them. 0 where items are large.</summary>
    internal int FewestPerThread;

    internal TimeSpan TrimAfter = PoolOptions.DefaultTrimAfter;

    /// <summary>The clock; <see langword="null"/> for the system clock.</summary>
    internal TimeProvider? TimeProvider;

    /// <summary>A function that returns the bytes of an item, which may be in use by another thread;
    /// <see langword="null"/> if items have none that count.</summary>
    internal Func<object, long>? SizeOf;

    /// <summary>The maximum number of bytes, for the metrics of the pool: 0 if items have none, or if another store of
    /// the pool states it.</summary>
    internal long MaxBytes;

    internal StoreOptions()
    {
    }

    /// <summary>Copies the options of a pool of items.</summary>
    /// <param name="options">The options; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock; <see langword="null"/> for the system clock.</param>
    /// <param name="maxRetained">The maximum number of items of a pool without options.</param>
    internal StoreOptions(PoolOptions? options, TimeProvider? timeProvider, int? maxRetained = null)
    {
        FewestPerThread = PoolOptions.FewestRetainedPerThread;
        TimeProvider = timeProvider;
        if (options is null)
        {
            MaxRetained = maxRetained ?? MaxRetained;
            return;
        }

        Name = options.Name;
        MaxRetained = options.MaxRetained;
        MaxRetainedPerThread = options.MaxRetainedPerThread;
        TrimAfter = options.TrimAfter;
    }
}
