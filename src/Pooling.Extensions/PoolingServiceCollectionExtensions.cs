using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Extensions;
using Pooling.Json;
using Pooling.Objects;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Provides methods that register the pools of an application.</summary>
/// <remarks>
/// <para>Calls take effect in their order, as those of <c>Configure</c> do: of two that set an option, the later one
/// wins. A pool that was registered before is kept.</para>
/// <para>Thread safety: as a service collection, which one thread fills.</para>
/// <para>Allocation: the registrations, once. A pool is created when it is first asked for.</para>
/// </remarks>
public static partial class PoolingServiceCollectionExtensions
{
    private const int BlocksOfAServer = 16_384; // 64 MiB of blocks of 4,096 bytes, which is the default limit in bytes

    /// <summary>Registers pools as singletons, with the default options.</summary>
    /// <param name="services">The services to add to.</param>
    /// <returns>The services that were passed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is <see langword="null"/>.</exception>
    /// <remarks>Does the same as the overload with an empty section.</remarks>
    public static IServiceCollection AddPooling(this IServiceCollection services) =>
        services.AddPooling(static _ => { });

    /// <summary>Registers pools as singletons, with options that code sets and that are checked when the host
    /// starts.</summary>
    /// <param name="services">The services to add to.</param>
    /// <param name="configure">Sets options and adds pools with names. It is called now, and what it passes to the
    /// builder when the host starts, or when a pool is first asked for.</param>
    /// <returns>The services that were passed.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <remarks>Registers what the overload with a section does. Call both to let code change what a file says, that
    /// with the section first.</remarks>
    public static IServiceCollection AddPooling(this IServiceCollection services, Action<PoolingBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configure);

        PoolRegistry registry = PoolRegistry.Of(services);
        var builder = new PoolingBuilder(services, registry);
        if (!registry.HasDefaults)
            AddDefaults(services, registry, builder);

        configure(builder);
        if (builder.SetsKestrel)
            UseForKestrel(services, registry);

        return services;
    }

    /// <summary>Registers pools as singletons, with options from configuration that are checked when the host
    /// starts.</summary>
    /// <param name="services">The services to add to.</param>
    /// <param name="configuration">The section of the pools, such as <c>configuration.GetSection("Pooling")</c>. It may
    /// be empty. Its keys are <c>Objects</c>, <c>ObjectPools</c>, <c>BufferWriters</c>, <c>JsonWriters</c>,
    /// <c>Memory</c> and <c>Kestrel</c>.</param>
    /// <returns>The services that were passed.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The name of a section differs from that of a pool of the same kind in case
    /// only.</exception>
    /// <remarks>
    /// <para>Registered are an <see cref="ObjectPoolProvider"/> in place of the framework's, with the options in
    /// <c>Objects</c>; a <see cref="BufferWriterPool"/> and a <see cref="Utf8JsonWriterPool"/>, with the options in
    /// <c>BufferWriters:Default</c> and <c>JsonWriters:Default</c>; a keyed pool for each other section of the two,
    /// with the section's name as key and as the name of the pool; and a <see cref="MagazineMemoryPool"/>, with the
    /// options in <c>Memory</c>. From .NET 10 on, Kestrel takes its memory from the latter, which keeps up to 16,384
    /// blocks of each size then, unless <c>Kestrel</c> is <see langword="false"/>. The sections in <c>ObjectPools</c>
    /// have the options of the pools that <see cref="AddObjectPool"/> adds.</para>
    /// <para>Order: <c>ConfigureWebHostDefaults</c> and <c>UseKestrel</c> register the memory of the server, too, and
    /// the last registration counts. So call this method after them.</para>
    /// <para>The names of the pools are read now. Their options are read when the host starts, or when a pool is first
    /// asked for. Later changes have no effect. Each section has the properties of the options class as keys.
    /// <see cref="PoolOptions"/>, <see cref="BufferWriterPoolOptions"/>, <see cref="Utf8JsonWriterPoolOptions"/> and
    /// <see cref="MagazineMemoryPoolOptions"/> are options as any other: <c>Configure</c> with the name of the pool
    /// changes them by code.</para>
    /// <para>Errors: a value that is out of range or of another type, and an unknown key, stop the start of the host
    /// with an <see cref="OptionsValidationException"/> that names the key and the value. Without a host, the first use
    /// of the pool throws it.</para>
    /// <para>Ownership: the container disposes the pools, when the host is disposed. Live leases stay valid, and end as
    /// usual.</para>
    /// </remarks>
    public static IServiceCollection AddPooling(this IServiceCollection services, IConfigurationSection configuration)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configuration);

        var section = new PoolingSection(configuration);
        services.AddOptions<PoolingSectionCheck>()
            .Configure<PoolRegistry>((_, registry) => section.Check(registry.ObjectPools))
            .ValidateOnStart();
        services.AddSingleton<IConfigureOptions<PoolOptions>>(new ObjectPoolSections(section));
        return services.AddPooling(builder => Read(section, builder));
    }

    /// <summary>Registers a pool of objects as a singleton, with options that are checked when the host
    /// starts.</summary>
    /// <typeparam name="TPool">The type of the service: that of the pool, or a base type of it.</typeparam>
    /// <param name="services">The services to add to.</param>
    /// <param name="create">Creates the pool with the options: <c>(services, options) =&gt;
    /// LeasePool.Create&lt;Parser&gt;(options)</c>, or any other pool that takes <see cref="PoolOptions"/>.</param>
    /// <param name="name">The name of the pool, which is also the key of the service; <see langword="null"/> for a
    /// service without a key, whose pool is named after its item type.</param>
    /// <param name="configure">Sets options; <see langword="null"/> to set none.</param>
    /// <returns>The services that were passed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> or <paramref name="create"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="name"/> is empty.</exception>
    /// <remarks>
    /// <para>The options are named after the pool: the section <c>ObjectPools:Parser</c> that
    /// <see cref="AddPooling(IServiceCollection, IConfigurationSection)"/> reads has those of a
    /// <c>LeasePool&lt;Parser&gt;</c> without a name. Pools of the same name have the same options.</para>
    /// <para>Ownership: the container disposes the pool, when the host is disposed. Live leases stay valid, and end as
    /// usual.</para>
    /// </remarks>
    public static IServiceCollection AddObjectPool<TPool>(
        this IServiceCollection services,
        Func<IServiceProvider, PoolOptions, TPool> create,
        string? name = null,
        Action<PoolOptions>? configure = null)
        where TPool : class
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(create);
        if (name is not null)
            ArgumentException.ThrowIfNullOrEmpty(name);

        string optionsName = name ?? ItemNameOf(typeof(TPool));
        PoolRegistry.Of(services).ObjectPools.Add(optionsName);
        OptionsBuilder<PoolOptions> options = PoolingBuilder.Add(services, name, optionsName, create);
        if (name is not null)
            options.Configure(options => options.Name ??= name);

        if (configure is not null)
            options.Configure(configure);

        return services;
    }

    private static void AddDefaults(IServiceCollection services, PoolRegistry registry, PoolingBuilder builder)
    {
        registry.HasDefaults = true;
        services.Replace(ServiceDescriptor.Singleton<ObjectPoolProvider>(static provider =>
            new MagazinePoolProvider(PoolingBuilder.OptionsOf<PoolOptions>(provider))));
        services.TryAddSingleton(static provider =>
            new MagazineMemoryPool(PoolingBuilder.OptionsOf<MagazineMemoryPoolOptions>(provider)));
        builder.Objects(static _ => { })
            .BufferWriters(static _ => { })
            .JsonWriters(static _ => { })
            .Memory(static _ => { });
        // first, since it is a default, and not what somebody set
        services.Insert(0, ServiceDescriptor.Singleton<IConfigureOptions<MagazineMemoryPoolOptions>>(
            new ConfigureOptions<MagazineMemoryPoolOptions>(options =>
            {
                if (registry.IsForKestrel)
                    options.MaxRetained = BlocksOfAServer;
            })));
        UseForKestrel(services, registry);
    }

    private static void Read(PoolingSection section, PoolingBuilder builder)
    {
        if (section.Kestrel is { } isForKestrel)
            builder.Kestrel = isForKestrel;

        builder.Objects(options =>
            OptionsSection.Read(section.Of(PoolingSection.Objects), "", options, OptionKeys.Objects));
        builder.Memory(options =>
            OptionsSection.Read(section.Of(PoolingSection.Memory), "", options, OptionKeys.Memory));
        ReadNamed(section, PoolingSection.BufferWriters, OptionKeys.BufferWriters, builder.BufferWriters);
        ReadNamed(section, PoolingSection.JsonWriters, OptionKeys.JsonWriters, builder.JsonWriters);
    }

    private static void ReadNamed<TOptions>(
        PoolingSection section, string kind, IReadOnlyDictionary<string, Action<TOptions, string?>> keys,
        Func<Action<TOptions>, string?, PoolingBuilder> add)
    {
        foreach (string? name in section.NamesOf(kind))
        {
            IConfigurationSection pool = section.Of(kind, name ?? "");
            add(options => OptionsSection.Read(pool, name ?? "", options, keys), name);
        }
    }

    // As the pools of the library name themselves.
    private static string ItemNameOf(Type pool) => pool.GetGenericArguments() is [Type item] ? item.Name : pool.Name;

    /// <summary>Makes the server rent from the pool, or no longer, where it can.</summary>
    static partial void UseForKestrel(IServiceCollection services, PoolRegistry registry);
}
