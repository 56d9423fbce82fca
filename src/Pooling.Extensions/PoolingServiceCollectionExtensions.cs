using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Extensions;
using Pooling.Json;
using Pooling.Objects;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Provides a method that registers the pools of an application.</summary>
/// <remarks>
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
        services.AddPooling(new ConfigurationBuilder().Build().GetSection("Pooling"));

    /// <summary>Registers pools as singletons, with options from configuration that are checked when the host starts.</summary>
    /// <param name="services">The services to add to.</param>
    /// <param name="configuration">The section of the pools, such as <c>configuration.GetSection("Pooling")</c>. It may be empty. Its keys
    /// are <c>Objects</c>, <c>BufferWriters</c>, <c>JsonWriters</c>, <c>Memory</c> and <c>Kestrel</c>.</param>
    /// <returns>The services that were passed.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <remarks>
    /// <para>Registered are an <see cref="ObjectPoolProvider"/> in place of the framework's, with the options in <c>Objects</c>; a
    /// <see cref="BufferWriterPool"/> and a <see cref="Utf8JsonWriterPool"/>, with the options in <c>BufferWriters:Default</c> and
    /// <c>JsonWriters:Default</c>; a keyed pool for each other section of the two, with the section's name as key and as the name of the
    /// pool; and a <see cref="MagazineMemoryPool"/>, with the options in <c>Memory</c>. From .NET 10 on, Kestrel takes its memory from the
    /// latter, which keeps up to 16,384 blocks of each size then, unless <c>Kestrel</c> is <see langword="false"/>. A pool that was
    /// registered before is kept.</para>
    /// <para>The names of the pools are read now. Their options are read when the host starts, or when a pool is first asked for. Later
    /// changes have no effect. Each section has the properties of the options class as keys. <see cref="PoolOptions"/>,
    /// <see cref="BufferWriterPoolOptions"/>, <see cref="Utf8JsonWriterPoolOptions"/> and <see cref="MagazineMemoryPoolOptions"/> are
    /// options as any other: <c>Configure</c> with the name of the pool changes them by code.</para>
    /// <para>Errors: a value that is out of range or of another type, and an unknown key, stop the start of the host with an
    /// <see cref="OptionsValidationException"/> that names the key and the value. Without a host, the first use of the pool throws
    /// it.</para>
    /// <para>Ownership: the container disposes the pools, when the host is disposed. Live leases stay valid, and end as usual.</para>
    /// </remarks>
    public static IServiceCollection AddPooling(this IServiceCollection services, IConfigurationSection configuration)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configuration);

        var section = new PoolingSection(configuration);
        services.AddOptions<PoolingSectionCheck>().Configure(_ => section.Check()).ValidateOnStart();
        AddObjects(services, section);
        AddWriters(
            services, section, PoolingSection.BufferWriters, OptionKeys.BufferWriters, static options => new BufferWriterPool(options));
        AddWriters(
            services, section, PoolingSection.JsonWriters, OptionKeys.JsonWriters, static options => new Utf8JsonWriterPool(options));
        AddMemory(services, section);
        return services;
    }

    private static void AddObjects(IServiceCollection services, PoolingSection section)
    {
        services.AddOptions<PoolOptions>()
            .Configure(options => OptionsSection.Read(section.Of(PoolingSection.Objects), "", options, OptionKeys.Objects))
            .ValidateOnStart();
        services.Replace(ServiceDescriptor.Singleton<ObjectPoolProvider>(static provider =>
            new MagazinePoolProvider(provider.GetRequiredService<IOptions<PoolOptions>>().Value)));
    }

    /// <summary>Adds the default pool of one kind, and a keyed pool for each other section.</summary>
    private static void AddWriters<TOptions, TPool>(
        IServiceCollection services, PoolingSection section, string kind,
        IReadOnlyDictionary<string, Action<TOptions, string?>> keys, Func<TOptions, TPool> create)
        where TOptions : class, new()
        where TPool : class
    {
        foreach (string name in section.NamesOf(kind).Prepend(Options.Options.DefaultName))
        {
            services.AddOptions<TOptions>(name)
                .Configure(options =>
                {
                    keys[nameof(PoolOptions.Name)](options, name is "" ? null : name);
                    OptionsSection.Read(section.Of(kind, name), name, options, keys);
                })
                .ValidateOnStart();
            if (name is "")
                services.TryAddSingleton(provider => Create(provider, ""));
            else
                services.TryAddKeyedSingleton(name, (provider, key) => Create(provider, (string)key!));
        }

        TPool Create(IServiceProvider provider, string name) =>
            create(provider.GetRequiredService<IOptionsMonitor<TOptions>>().Get(name));
    }

    private static void AddMemory(IServiceCollection services, PoolingSection section)
    {
        services.AddOptions<MagazineMemoryPoolOptions>()
            .Configure(options => options.MaxRetained = section.IsForKestrel ? BlocksOfAServer : options.MaxRetained)
            .Configure(options => OptionsSection.Read(section.Of(PoolingSection.Memory), "", options, OptionKeys.Memory))
            .ValidateOnStart();
        services.TryAddSingleton(static provider =>
            new MagazineMemoryPool(provider.GetRequiredService<IOptions<MagazineMemoryPoolOptions>>().Value));
        if (section.IsForKestrel)
            AddKestrel(services);
    }

    /// <summary>Makes the server rent from the pool, where it can.</summary>
    static partial void AddKestrel(IServiceCollection services);
}
