using System.Diagnostics;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Objects;

/// <summary>Creates a <see cref="MagazinePool{T}"/> wherever code asks an <see cref="ObjectPoolProvider"/> for a pool.
/// Registered as that service, it replaces every pool of an ASP.NET Core application.</summary>
/// <remarks>
/// <para>Ownership: a pool belongs to the code that created it through the provider, which keeps no reference to it.
/// The pools of the framework live as long as the application. A pool that is no longer referenced is garbage collected
/// together with its items. To have idle items disposed earlier, dispose the pool: it implements
/// <see cref="IDisposable"/> for every item type.</para>
/// <para>Thread safety: every member may be called from any thread.</para>
/// <para>Allocation: the pools.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class MagazinePoolProvider : ObjectPoolProvider
{
    private readonly PoolOptions _options;
    private readonly TimeProvider? _timeProvider;

    /// <summary>Initializes a new instance of the <see cref="MagazinePoolProvider"/> class.</summary>
    /// <param name="options">The limits of each pool; <see langword="null"/> for the defaults. Each pool is named after
    /// its item type, prefixed with the name in the options and a dot if there is one.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    public MagazinePoolProvider(PoolOptions? options = null, TimeProvider? timeProvider = null)
    {
        _options = Copy(options ?? new PoolOptions(), options?.Name);
        _timeProvider = timeProvider;
    }

    internal string DebuggerText =>
        $"{_options.Name ?? nameof(MagazinePoolProvider)}: MaxRetained = {_options.MaxRetained} for each pool";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Creates a pool.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="policy">The policy that creates items, resets them when they are returned, and decides whether they
    /// are kept.</param>
    /// <returns>An empty <see cref="MagazinePool{T}"/>.</returns>
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
        MaxRetained = options.MaxRetained,
        MaxRetainedPerThread = options.MaxRetainedPerThread,
        TrimAfter = options.TrimAfter,
    };
}
