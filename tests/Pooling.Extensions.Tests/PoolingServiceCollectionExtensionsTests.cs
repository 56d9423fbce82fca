using System.Text;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>Tests the pools that a host gets from its configuration.</summary>
public sealed partial class PoolingServiceCollectionExtensionsTests
{
    [Fact]
    public void AddPooling_WithoutConfiguration_RegistersDefaultPools()
    {
        using ServiceProvider services = Provide("{}");

        Assert.IsType<MagazinePoolProvider>(services.GetRequiredService<ObjectPoolProvider>());
        Assert.Equal("PooledArrayBufferWriter", services.GetRequiredService<BufferWriterPool>().Name);
        Assert.Equal("Utf8JsonWriterPool", services.GetRequiredService<Utf8JsonWriterPool>().Name);
        Assert.Equal("MagazineMemoryPool", services.GetRequiredService<MagazineMemoryPool>().Name);
        Assert.NotSame(BufferWriterPool.Shared, services.GetRequiredService<BufferWriterPool>());
    }

    [Fact]
    public void AddPooling_WithSections_GivesThePoolsTheirOptions()
    {
        using ServiceProvider services = Provide("""
            {
              "Pooling": {
                "Objects": { "Name": "web" },
                "BufferWriters": { "Default": { "Name": "frames", "MaxCapacity": 4096, "MaxRetainedBytes": null } },
                "JsonWriters": { "Default": { "Name": "answers", "ClearOnReturn": true } },
                "Memory": { "Name": "blocks", "BlockSize": 1024 }
              }
            }
            """);

        var texts = (MagazinePool<StringBuilder>)services.GetRequiredService<ObjectPoolProvider>().CreateStringBuilderPool();
        Assert.Equal("web.StringBuilder", texts.Name);
        BufferWriterPool frames = services.GetRequiredService<BufferWriterPool>();
        Assert.Equal("frames", frames.Name);
        using PooledLease<PooledArrayBufferWriter<byte>> lease = frames.Rent();
        Assert.Equal(4096, lease.Value.MaxCapacity);
        Assert.Equal("answers", services.GetRequiredService<Utf8JsonWriterPool>().Name);
        Assert.Equal("blocks", services.GetRequiredService<MagazineMemoryPool>().Name);
        using System.Buffers.IMemoryOwner<byte> block = services.GetRequiredService<MagazineMemoryPool>().Rent();
        Assert.Equal(1024, block.Memory.Length);
    }

    [Fact]
    public void AddPooling_WithNamedSections_RegistersKeyedPools()
    {
        using ServiceProvider services = Provide("""
            {
              "Pooling": {
                "BufferWriters": { "shipper": { "MaxCapacity": 100 }, "frames": {} },
                "JsonWriters": { "answers": { "Name": "shop.answers" } }
              }
            }
            """);

        BufferWriterPool shipper = services.GetRequiredKeyedService<BufferWriterPool>("shipper");
        Assert.Equal("shipper", shipper.Name);
        Assert.Same(shipper, services.GetRequiredKeyedService<BufferWriterPool>("shipper"));
        Assert.NotSame(shipper, services.GetRequiredService<BufferWriterPool>());
        Assert.Equal("frames", services.GetRequiredKeyedService<BufferWriterPool>("frames").Name);
        Assert.Equal("shop.answers", services.GetRequiredKeyedService<Utf8JsonWriterPool>("answers").Name);
        Assert.Null(services.GetKeyedService<BufferWriterPool>("answers"));
        Assert.Null(services.GetKeyedService<BufferWriterPool>("Default"));
        using PooledLease<PooledArrayBufferWriter<byte>> lease = shipper.Rent();
        Assert.Throws<BufferCapacityExceededException>(() => lease.Value.GetSpan(101));
    }

    [Fact]
    public void AddPooling_AndConfigure_ChangesOptionsByCode()
    {
        using ServiceProvider services = Provide(
            """{ "Pooling": { "BufferWriters": { "shipper": { "MaxCapacity": 100 } } } }""",
            static services => services.Configure<BufferWriterPoolOptions>("shipper", static options => options.MaxCapacity = 200));

        using PooledLease<PooledArrayBufferWriter<byte>> lease = services.GetRequiredKeyedService<BufferWriterPool>("shipper").Rent();
        Assert.Equal(200, lease.Value.MaxCapacity);
    }

    [Fact]
    public void AddPooling_CalledTwice_RegistersThePoolsOfBoth()
    {
        IConfiguration configuration = Read("""
            { "One": { "BufferWriters": { "a": {}, "both": {} } }, "Two": { "BufferWriters": { "b": {}, "both": {} } } }
            """);
        var services = new ServiceCollection();
        services.AddPooling(configuration.GetSection("One")).AddPooling(configuration.GetSection("Two"));
        using ServiceProvider provider = services.BuildServiceProvider();

        Assert.Equal("a", provider.GetRequiredKeyedService<BufferWriterPool>("a").Name);
        Assert.Equal("b", provider.GetRequiredKeyedService<BufferWriterPool>("b").Name);
        Assert.Single(provider.GetKeyedServices<BufferWriterPool>("both"));
        Assert.Single(provider.GetServices<ObjectPoolProvider>());
    }

    [Fact]
    public void AddPooling_WithoutASection_RegistersPoolsWithTheDefaults()
    {
        using ServiceProvider provider = new ServiceCollection().AddPooling().BuildServiceProvider();

        using PooledLease<PooledArrayBufferWriter<byte>> lease = provider.GetRequiredService<BufferWriterPool>().Rent();
        Assert.Equal(new BufferWriterPoolOptions().MaxCapacity, lease.Value.MaxCapacity);
        Assert.NotNull(provider.GetRequiredService<Utf8JsonWriterPool>());
        Assert.IsType<MagazinePoolProvider>(provider.GetRequiredService<ObjectPoolProvider>());
    }

    [Theory]
    [InlineData("{}", 16_384)]
    [InlineData("""{ "Memory": { "MaxRetained": 7 } }""", 7)]
    [InlineData("""{ "Kestrel": false }""", null)]
    public void AddPooling_ForAServer_KeepsTheBlocksOfManyConnections(string pooling, int? maxRetained)
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddPooling(Read($$"""{ "Pooling": {{pooling}} }""").GetSection("Pooling")).BuildServiceProvider();

        int expected = maxRetained ?? new MagazineMemoryPoolOptions().MaxRetained;
        Assert.Equal(expected, provider.GetRequiredService<IOptions<MagazineMemoryPoolOptions>>().Value.MaxRetained);
    }

    [Fact]
    public void AddPooling_WithAPoolRegisteredBefore_KeepsIt()
    {
        using var own = new BufferWriterPool();
        var services = new ServiceCollection();
        services.AddSingleton(own);
        services.AddPooling(Read("{}").GetSection("Pooling"));
        using ServiceProvider provider = services.BuildServiceProvider();

        Assert.Same(own, provider.GetRequiredService<BufferWriterPool>());
    }

    [Fact]
    public void AddPooling_WithoutServicesOrConfiguration_Throws()
    {
        Assert.Throws<ArgumentNullException>("services",
            static () => PoolingServiceCollectionExtensions.AddPooling(null!, Read("{}").GetSection("Pooling")));
        Assert.Throws<ArgumentNullException>("services", static () => PoolingServiceCollectionExtensions.AddPooling(null!));
        Assert.Throws<ArgumentNullException>("configuration",
            static () => new ServiceCollection().AddPooling((IConfigurationSection)null!));
    }

    [Fact]
    public async Task Host_WhenDisposed_DisposesItsPools()
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Logging.ClearProviders();
        builder.Configuration.AddConfiguration(
            Read("""{ "Pooling": { "BufferWriters": { "shipper": {} }, "JsonWriters": { "x": {} } } }"""));
        builder.Services.AddPooling(builder.Configuration.GetSection("Pooling"));
        IHost host = builder.Build();
        await host.StartAsync();
        BufferWriterPool plain = host.Services.GetRequiredService<BufferWriterPool>();
        BufferWriterPool keyed = host.Services.GetRequiredKeyedService<BufferWriterPool>("shipper");
        Utf8JsonWriterPool json = host.Services.GetRequiredKeyedService<Utf8JsonWriterPool>("x");
        MagazineMemoryPool memory = host.Services.GetRequiredService<MagazineMemoryPool>();
        PooledLease<PooledArrayBufferWriter<byte>> lease = keyed.Rent();
        await host.StopAsync();
        lease.Value.Write("still mine"u8); // the host stops its services, which may end their leases then
        host.Dispose();

        Assert.Throws<ObjectDisposedException>(() => plain.Rent());
        Assert.Throws<ObjectDisposedException>(() => keyed.Rent());
        Assert.Throws<ObjectDisposedException>(() => json.Rent());
        Assert.Throws<ObjectDisposedException>(() => memory.Rent());
        Assert.Equal("still mine"u8, lease.Value.WrittenSpan);
        lease.Dispose();
    }

    private static ServiceProvider Provide(string json, Action<IServiceCollection>? register = null)
    {
        var services = new ServiceCollection();
        services.AddPooling(Read(json).GetSection("Pooling"));
        register?.Invoke(services);
        return services.BuildServiceProvider(new ServiceProviderOptions { ValidateOnBuild = true, ValidateScopes = true });
    }

    private static IConfigurationRoot Read(string json) =>
        new ConfigurationBuilder().AddJsonStream(new MemoryStream(Encoding.UTF8.GetBytes(json))).Build();
}
