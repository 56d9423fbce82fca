using System.Text;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;
using Pooling.Encodeables;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <content>Tests pools of objects as services.</content>
public sealed partial class PoolingServiceCollectionExtensionsTests
{
    [Fact]
    public void AddObjectPool_OfEachKind_RegistersASingleton()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options))
            .AddObjectPool(static (_, options) => MagazinePool.Create<StringBuilder>(options))
            .AddObjectPool(static (_, options) => EncodeablePool.Create(static () => new PooledOrder(), options))
            .AddObjectPool<ObjectPool<PooledOrder>>(
                static (_, options) => MagazinePool.Create(static () => new PooledOrder(), options))
            .BuildServiceProvider(new ServiceProviderOptions { ValidateOnBuild = true, ValidateScopes = true });

        Assert.Equal("StringBuilder", services.GetRequiredService<LeasePool<StringBuilder>>().Name);
        Assert.Equal("StringBuilder", services.GetRequiredService<MagazinePool<StringBuilder>>().Name);
        Assert.Equal("PooledOrder", services.GetRequiredService<EncodeablePool<PooledOrder>>().Name);
        Assert.IsType<MagazinePool<PooledOrder>>(services.GetRequiredService<ObjectPool<PooledOrder>>());
        Assert.Same(services.GetRequiredService<LeasePool<StringBuilder>>(),
            services.GetRequiredService<LeasePool<StringBuilder>>());
    }

    [Fact]
    public void AddObjectPool_WithAName_RegistersAKeyedPoolOfThatName()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options), "texts")
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options), "lines",
                static options => options.Name = "shop.lines")
            .BuildServiceProvider();

        Assert.Equal("texts", services.GetRequiredKeyedService<LeasePool<StringBuilder>>("texts").Name);
        Assert.Equal("shop.lines", services.GetRequiredKeyedService<LeasePool<StringBuilder>>("lines").Name);
        Assert.Null(services.GetService<LeasePool<StringBuilder>>());
    }

    [Fact]
    public void AddObjectPool_WithAPolicyOfTheServices_CreatesThePoolWithIt()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddSingleton<IPooledObjectPolicy<StringBuilder>>(
                new StringBuilderPooledObjectPolicy { InitialCapacity = 77 })
            .AddObjectPool(static (services, options) => new LeasePool<StringBuilder>(
                services.GetRequiredService<IPooledObjectPolicy<StringBuilder>>(), options))
            .BuildServiceProvider();

        using PooledLease<StringBuilder> lease = services.GetRequiredService<LeasePool<StringBuilder>>().Rent();
        Assert.Equal(77, lease.Value.Capacity);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AddObjectPool_WithASection_TakesItsOptions(bool isAddedFirst)
    {
        IConfigurationSection section = Read("""
            {
              "Pooling": {
                "Objects": { "MaxRetained": 9 },
                "ObjectPools": {
                  "StringBuilder": { "MaxRetained": 11, "TrimAfter": "00:00:42" },
                  "texts": { "MaxRetained": 12, "MaxRetainedPerThread": 3 },
                  "lines": { "Name": "shop.lines" }
                }
              }
            }
            """).GetSection("Pooling");
        var collection = new ServiceCollection();
        if (!isAddedFirst)
            collection.AddPooling(section);

        List<PoolOptions> seen = [];
        collection.AddObjectPool(Create).AddObjectPool(Create, "texts").AddObjectPool(Create, "lines");
        if (isAddedFirst)
            collection.AddPooling(section);

        using ServiceProvider services = collection.BuildServiceProvider();
        services.GetRequiredService<LeasePool<StringBuilder>>();
        Assert.Equal("texts", services.GetRequiredKeyedService<LeasePool<StringBuilder>>("texts").Name);
        Assert.Equal("shop.lines", services.GetRequiredKeyedService<LeasePool<StringBuilder>>("lines").Name);
        Assert.Equal([11, 12, new PoolOptions().MaxRetained], seen.Select(static options => options.MaxRetained));
        Assert.Equal(TimeSpan.FromSeconds(42), seen[0].TrimAfter);
        Assert.Equal(3, seen[1].MaxRetainedPerThread);
        Assert.Equal(9, OptionsOf<PoolOptions>(services).MaxRetained);

        LeasePool<StringBuilder> Create(IServiceProvider services, PoolOptions options)
        {
            seen.Add(options);
            return LeasePool.Create<StringBuilder>(options);
        }
    }

    [Fact]
    public void AddObjectPool_WithCodeAfterASection_ChangesWhatCodeSets()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddPooling(
                Read("""{ "P": { "ObjectPools": { "texts": { "MaxRetained": 1, "TrimAfter": "00:00:42" } } } }""")
                    .GetSection("P"))
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options), "texts",
                static options => options.MaxRetained = 2)
            .BuildServiceProvider();

        PoolOptions options = OptionsOf<PoolOptions>(services, "texts");
        Assert.Equal((2, TimeSpan.FromSeconds(42)), (options.MaxRetained, options.TrimAfter));
    }

    [Fact]
    public void AddObjectPool_Twice_KeepsTheFirst()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddObjectPool(static (_, _) => LeasePool.Create<StringBuilder>(new PoolOptions { Name = "first" }))
            .AddObjectPool(static (_, _) => LeasePool.Create<StringBuilder>(new PoolOptions { Name = "second" }))
            .BuildServiceProvider();

        Assert.Equal("first", Assert.Single(services.GetServices<LeasePool<StringBuilder>>()).Name);
    }

    [Theory]
    [InlineData("""{ "texts": { "MaxRetained": -1 } }""",
        "Pooling:ObjectPools:texts:MaxRetained is -1: it must be a non-negative value.")]
    [InlineData("""{ "StringBuilder": { "MaxCapacity": 1 } }""",
        "Pooling:ObjectPools:StringBuilder:MaxCapacity is unknown: "
        + "the keys here are Name, MaxRetained, MaxRetainedPerThread, TrimAfter.")]
    [InlineData("""{ "text": { } }""",
        "Pooling:ObjectPools:text is unknown: the keys here are StringBuilder, texts.")]
    [InlineData("""{ "MaxRetained": 5 }""",
        "Pooling:ObjectPools:MaxRetained is 5: the keys here are names of pools.")]
    [InlineData("5", "Pooling:ObjectPools is 5: it must be a section, with a section for each pool.")]
    public async Task Host_WithABadSettingOfAnObjectPool_DoesNotStart(string settings, string message)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddPooling(
            Read($$"""{ "Pooling": { "ObjectPools": {{settings}} } }""").GetSection("Pooling"));
        builder.Services.AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options));
        builder.Services.AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options), "texts");
        using IHost host = builder.Build();

        OptionsValidationException exception =
            await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Equal(message, exception.Message);
    }

    [Fact]
    public async Task Host_WithASectionOfAPoolThatWasNotAdded_DoesNotStart()
    {
        using IHost host = Build("""{ "ObjectPools": { "texts": { } } }""");

        OptionsValidationException exception =
            await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Equal(
            "Pooling:ObjectPools:texts is unknown: no pool was added with AddObjectPool.", exception.Message);
    }

    [Fact]
    public async Task Host_WithABadOptionOfAnObjectPool_DoesNotStart()
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options),
            configure: static options => options.MaxRetained = -1);
        using IHost host = builder.Build();

        await Assert.ThrowsAsync<ArgumentOutOfRangeException>("MaxRetained", () => host.StartAsync());
    }

    [Fact]
    public void Container_WhenDisposed_DisposesAnObjectPoolOnce()
    {
        int disposed = 0;
        ServiceProvider services = new ServiceCollection()
            .AddObjectPool((_, _) => new CountingPool(() => disposed++))
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options))
            .AddObjectPool(static (_, options) => MagazinePool.Create<StringBuilder>(options), "texts")
            .AddObjectPool(static (_, options) => EncodeablePool.Create(static () => new PooledOrder(), options))
            .BuildServiceProvider();
        services.GetRequiredService<CountingPool>();
        services.GetRequiredService<CountingPool>();
        LeasePool<StringBuilder> leases = services.GetRequiredService<LeasePool<StringBuilder>>();
        MagazinePool<StringBuilder> texts = services.GetRequiredKeyedService<MagazinePool<StringBuilder>>("texts");
        EncodeablePool<PooledOrder> orders = services.GetRequiredService<EncodeablePool<PooledOrder>>();
        PooledLease<StringBuilder> lease = leases.Rent();
        services.Dispose();

        Assert.Equal(1, disposed);
        Assert.Throws<ObjectDisposedException>(() => leases.Rent());
        Assert.Throws<ObjectDisposedException>(() => texts.Get());
        Assert.Throws<ObjectDisposedException>(() => orders.Rent());
        Assert.Empty(lease.Value.ToString());
        lease.Dispose();
    }

    [Fact]
    public void AddObjectPool_WithoutArguments_Throws()
    {
        Assert.Throws<ArgumentNullException>("services", static () =>
            PoolingServiceCollectionExtensions.AddObjectPool(
                null!, static (_, _) => LeasePool.Create<StringBuilder>()));
        Assert.Throws<ArgumentNullException>("create",
            static () => new ServiceCollection().AddObjectPool<LeasePool<StringBuilder>>(null!));
        Assert.Throws<ArgumentException>("name", static () =>
            new ServiceCollection().AddObjectPool(static (_, _) => LeasePool.Create<StringBuilder>(), ""));
    }

    private sealed class CountingPool(Action disposed) : IDisposable
    {
        public void Dispose() => disposed();
    }

    private sealed class PooledOrder : IPooledEncodeable
    {
        private EncodeableState _state;

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        void IPooledEncodeable.Reset()
        {
        }

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
        }
    }
}
