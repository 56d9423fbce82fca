using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>The settings of a store: the options of the pool that it serves, and its clock.</summary>
internal sealed class StoreOptions
{
    /// <summary>The name of the pool; <see langword="null"/> for the name of the item type.</summary>
    internal string? Name { get; init; }

    internal int MagazineSize { get; init; } = PoolOptions.DefaultMagazineSize;

    internal int MaxRetained { get; init; } = PoolOptions.DefaultMaxRetained;

    internal long? MaxRetainedBytes { get; init; }

    internal Func<object, long>? SizeOf { get; init; }

    internal TimeSpan TrimAfter { get; init; } = PoolOptions.DefaultTrimAfter;

    internal TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>Copies the options of a pool of items.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="options">The options; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock; <see langword="null"/> for the system clock.</param>
    /// <param name="maxRetained">The maximum number of items of a pool without options.</param>
    /// <exception cref="ArgumentException">The options are for another item type.</exception>
    internal static StoreOptions Of<T>(PoolOptions? options, TimeProvider? timeProvider, int? maxRetained = null) where T : class =>
        Of<T>(options, timeProvider, static sizeOf => item => sizeOf(Unsafe.As<T>(item)), maxRetained);

    /// <summary>Copies the options of a pool that keeps its items in cells.</summary>
    internal static StoreOptions OfCells<T>(PoolOptions? options, TimeProvider? timeProvider) where T : class =>
        Of<T>(options, timeProvider, static sizeOf => cell => sizeOf(Unsafe.As<LeaseCell<T>>(cell).Item), maxRetained: null);

    private static StoreOptions Of<T>(PoolOptions? options, TimeProvider? timeProvider, Func<Func<T, long>, Func<object, long>> untyped,
        int? maxRetained)
        where T : class
    {
        var typed = options as PoolOptions<T>;
        if (typed is null && options is not null && ItemTypeOf(options.GetType()) is { } other)
        {
            Throw.Argument($"The options are for pools of '{other.Name}', but pool '{options.Name ?? typeof(T).Name}' has items of type "
                + $"'{typeof(T).Name}'.", nameof(options));
        }

        return new StoreOptions
        {
            Name = options?.Name,
            MagazineSize = options?.MagazineSize ?? PoolOptions.DefaultMagazineSize,
            MaxRetained = options?.MaxRetained ?? maxRetained ?? PoolOptions.DefaultMaxRetained,
            MaxRetainedBytes = typed?.MaxRetainedBytes,
            SizeOf = typed?.SizeOf is { } sizeOf ? untyped(sizeOf) : null,
            TrimAfter = options?.TrimAfter ?? PoolOptions.DefaultTrimAfter,
            TimeProvider = timeProvider ?? TimeProvider.System,
        };
    }

    internal static Type? ItemTypeOf(Type? options)
    {
        for (; options is not null; options = options.BaseType)
        {
            if (options.IsGenericType && options.GetGenericTypeDefinition() == typeof(PoolOptions<>))
                return options.GenericTypeArguments[0];
        }

        return null;
    }
}
