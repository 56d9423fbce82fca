using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>Sets the options of an application's pools by code, and adds pools with names. Its members are the keys of
/// the section that <c>AddPooling</c> reads.</summary>
/// <remarks>
/// <para>Options are set when the host starts, or when a pool is first asked for. An option that throws then stops the
/// start of the host.</para>
/// <para>Thread safety: as a service collection, which one thread fills.</para>
/// <para>Allocation: the registrations, once.</para>
/// </remarks>
public sealed class PoolingBuilder
{
    private readonly IServiceCollection _services;
    private readonly PoolRegistry _registry;

    internal PoolingBuilder(IServiceCollection services, PoolRegistry registry)
    {
        _services = services;
        _registry = registry;
    }

    /// <summary>Gets or sets a value that indicates whether Kestrel takes its memory from the
    /// <see cref="MagazineMemoryPool"/>. The default is <see langword="true"/>. Before .NET 10, it never
    /// does.</summary>
    /// <remarks>It has no effect if <c>ConfigureWebHostDefaults</c> or <c>UseKestrel</c> is called after
    /// <c>AddPooling</c>, since the last registration counts.</remarks>
    public bool Kestrel
    {
        get => _registry.IsForKestrel;
        set
        {
            _registry.IsForKestrel = value;
            SetsKestrel = true;
        }
    }

    /// <summary>Gets a value that indicates whether <see cref="Kestrel"/> was set: a call that does not set it leaves
    /// the server what it has.</summary>
    internal bool SetsKestrel { get; private set; }

    /// <summary>Sets the options of the pools that the application's <c>ObjectPoolProvider</c> creates.</summary>
    /// <param name="configure">Sets options.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="configure"/> is <see langword="null"/>.</exception>
    public PoolingBuilder Objects(Action<PoolOptions> configure) => Configure(configure);

    /// <summary>Sets the options of a pool of buffer writers, and adds the pool if it has a name.</summary>
    /// <param name="configure">Sets options.</param>
    /// <param name="name">The name of the pool, which is also the key of the service; <see langword="null"/> for the
    /// pool without a key.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="configure"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="name"/> is empty or <c>Default</c>, or differs from that of
    /// another pool in case only: configuration has one section for both.</exception>
    public PoolingBuilder BufferWriters(Action<BufferWriterPoolOptions> configure, string? name = null) =>
        Add(name, configure, static (_, options) => new BufferWriterPool(options));

    /// <summary>Sets the options of a pool of JSON writers, and adds the pool if it has a name.</summary>
    /// <param name="configure">Sets options.</param>
    /// <param name="name">The name of the pool, which is also the key of the service; <see langword="null"/> for the
    /// pool without a key.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="configure"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="name"/> is empty or <c>Default</c>, or differs from that of
    /// another pool in case only: configuration has one section for both.</exception>
    public PoolingBuilder JsonWriters(Action<Utf8JsonWriterPoolOptions> configure, string? name = null) =>
        Add(name, configure, static (_, options) => new Utf8JsonWriterPool(options));

    /// <summary>Sets the options of the <see cref="MagazineMemoryPool"/>.</summary>
    /// <param name="configure">Sets options.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="configure"/> is <see langword="null"/>.</exception>
    public PoolingBuilder Memory(Action<MagazineMemoryPoolOptions> configure) => Configure(configure);

    /// <summary>Adds a pool with options that a host checks when it starts, unless there is one.</summary>
    /// <param name="services">The services to add to.</param>
    /// <param name="key">The key of the service; <see langword="null"/> for none.</param>
    /// <param name="optionsName">The name of the options.</param>
    /// <param name="create">Creates the pool.</param>
    internal static OptionsBuilder<TOptions> Add<TOptions, TPool>(
        IServiceCollection services, string? key, string optionsName, Func<IServiceProvider, TOptions, TPool> create)
        where TOptions : class, new()
        where TPool : class
    {
        if (key is null)
            services.TryAddSingleton(Create);
        else
            services.TryAddKeyedSingleton(key, (provider, _) => Create(provider));

        return services.AddOptions<TOptions>(optionsName).ValidateOnStart();

        TPool Create(IServiceProvider provider) =>
            create(provider, OptionsOf<TOptions>(provider, optionsName));
    }

    /// <summary>Returns the options that were checked when the host started. <see cref="IOptions{TOptions}"/> would
    /// read them once more.</summary>
    internal static TOptions OptionsOf<TOptions>(IServiceProvider provider, string? name = null)
        where TOptions : class, new() =>
        provider.GetRequiredService<IOptionsMonitor<TOptions>>().Get(name);

    private PoolingBuilder Add<TOptions, TPool>(
        string? name, Action<TOptions> configure, Func<IServiceProvider, TOptions, TPool> create)
        where TOptions : BufferPoolOptions, new()
        where TPool : class
    {
        ArgumentNullException.ThrowIfNull(configure);
        if (name is not null)
            ThrowIfNoName<TPool>(name);

        Add(_services, name, name ?? Options.DefaultName, create)
            .Configure(options => options.Name ??= name)
            .Configure(configure);
        return this;
    }

    // Of a name that has no section of its own, a file could not change the options, without an error.
    private void ThrowIfNoName<TPool>(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        if (name.Equals(PoolingSection.DefaultPool, StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentException(
                $"'{name}' is the section of the pool without a name. Omit the name, or use another one.",
                nameof(name));
        }

        foreach (ServiceDescriptor service in _services)
        {
            if (service.ServiceType == typeof(TPool) && service.ServiceKey is string other && other != name
                && other.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                throw new ArgumentException(
                    $"The pool '{name}' was added as '{other}', and both have one section. Spell the name in one way.",
                    nameof(name));
            }
        }
    }

    private PoolingBuilder Configure<TOptions>(Action<TOptions> configure) where TOptions : class, new()
    {
        ArgumentNullException.ThrowIfNull(configure);

        _services.AddOptions<TOptions>().Configure(configure).ValidateOnStart();
        return this;
    }
}
