namespace Pooling.Objects;

/// <summary>The settings of a store: the options of the pool that it serves, and its clock.</summary>
internal sealed class StoreOptions
{
    /// <summary>The name of the pool; <see langword="null"/> for the name of the item type.</summary>
    internal string? Name { get; init; }

    internal int MagazineSize { get; init; } = PoolOptions.DefaultMagazineSize;

    internal int MaxRetained { get; init; } = PoolOptions.DefaultMaxRetained;

    internal TimeSpan TrimAfter { get; init; } = PoolOptions.DefaultTrimAfter;

    internal TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>Copies the options of a pool of items.</summary>
    /// <param name="options">The options; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock; <see langword="null"/> for the system clock.</param>
    /// <param name="maxRetained">The maximum number of items of a pool without options.</param>
    internal static StoreOptions Of(PoolOptions? options, TimeProvider? timeProvider, int? maxRetained = null) => new()
    {
        Name = options?.Name,
        MagazineSize = options?.MagazineSize ?? PoolOptions.DefaultMagazineSize,
        MaxRetained = options?.MaxRetained ?? maxRetained ?? PoolOptions.DefaultMaxRetained,
        TrimAfter = options?.TrimAfter ?? PoolOptions.DefaultTrimAfter,
        TimeProvider = timeProvider ?? TimeProvider.System,
    };
}
