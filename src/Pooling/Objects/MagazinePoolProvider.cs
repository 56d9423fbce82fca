using System.Diagnostics;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Objects;

/// <summary>Creates <see cref="MagazinePool{T}"/>s for code that asks an <see cref="ObjectPoolProvider"/>: registered in its place, it
/// replaces every pool of an ASP.NET Core application.</summary>
/// <remarks>
/// <para>Ownership: a pool belongs to the code that asked for it; the provider keeps no reference to it. What the framework asks for lives
/// as long as the application. A pool that nobody references is collected, and its items with it. To have idle items disposed before that,
/// dispose the pool: it implements <see cref="IDisposable"/> for every item type.</para>
/// <para>Thread safety: every member may be called from any thread.</para>
/// <para>Allocation: the pools.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class MagazinePoolProvider : ObjectPoolProvider
{
    private readonly PoolOptions _options;
    private readonly TimeProvider? _timeProvider;

    /// <summary>Initializes a new instance of the <see cref="MagazinePoolProvider"/> class.</summary>
    /// <param name="options">The limits of each pool; <see langword="null"/> for the defaults. A pool's name is that of its item type, with
    /// the name of the options and a dot before it if there is one.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <exception cref="ArgumentException"><paramref name="options"/> are those of one item type, a
    /// <see cref="PoolOptions{T}"/>.</exception>
    public MagazinePoolProvider(PoolOptions? options = null, TimeProvider? timeProvider = null)
    {
        if (options is not null && StoreOptions.ItemTypeOf(options.GetType()) is { } type)
            Throw.Argument($"These are the options of a pool of {type.Name}, not of any item type.", nameof(options));

        _options = Copy(options ?? new PoolOptions(), options?.Name);
        _timeProvider = timeProvider;
    }

    internal string DebuggerText => $"{_options.Name ?? nameof(MagazinePoolProvider)}: {_options.MaxRetained} items of a type at most";

    /// <summary>Creates a pool.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="policy">Creates items; resets them when they come back, and says whether to keep them.</param>
    /// <returns>A <see cref="MagazinePool{T}"/> with nothing in it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is <see langword="null"/>.</exception>
    public override ObjectPool<T> Create<T>(IPooledObjectPolicy<T> policy)
    {
        ArgumentNullException.ThrowIfNull(policy);

        PoolOptions options = _options.Name is { } name ? Copy(_options, $"{name}.{typeof(T).Name}") : _options;
        return new MagazinePool<T>(policy, options, _timeProvider);
    }

    private static PoolOptions Copy(PoolOptions options, string? name) => new()
    {
        Name = name,
        MagazineSize = options.MagazineSize,
        MaxRetained = options.MaxRetained,
        TrimAfter = options.TrimAfter,
    };
}
