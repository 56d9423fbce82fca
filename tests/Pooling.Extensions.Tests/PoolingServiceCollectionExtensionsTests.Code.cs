using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.ObjectPool;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <content>Tests the options that code sets, alone and beside a configuration.</content>
public sealed partial class PoolingServiceCollectionExtensionsTests
{
    private const string Sections = """
        {
          "Objects": { "Name": "file" },
          "BufferWriters": { "Default": { "Name": "file", "MaxCapacity": 100 }, "shipper": { "MaxCapacity": 100 } },
          "JsonWriters": { "answers": { "Name": "file" } },
          "Memory": { "Name": "file", "BlockSize": 1024, "MaxRetained": 7 }
        }
        """;

    [Fact]
    public void AddPooling_ByCode_GivesThePoolsTheirOptions()
    {
        using ServiceProvider services = new ServiceCollection().AddPooling(static pools => pools
            .Objects(static options => options.Name = "web")
            .BufferWriters(static options => options.Name = "frames")
            .BufferWriters(static options => options.MaxCapacity = 200, "shipper")
            .JsonWriters(static options => options.Name = "answers")
            .JsonWriters(static options => options.ClearOnReturn = true, "exports")
            .Memory(static options => options.BlockSize = 2048)).BuildServiceProvider();

        var provider = services.GetRequiredService<ObjectPoolProvider>();
        Assert.Equal("web.StringBuilder", ((MagazinePool<StringBuilder>)provider.CreateStringBuilderPool()).Name);
        Assert.Equal("frames", services.GetRequiredService<BufferWriterPool>().Name);
        BufferWriterPool shipper = services.GetRequiredKeyedService<BufferWriterPool>("shipper");
        Assert.Equal("shipper", shipper.Name);
        using PooledLease<PooledArrayBufferWriter<byte>> lease = shipper.Rent();
        Assert.Equal(200, lease.Value.MaxCapacity);
        Assert.Equal("answers", services.GetRequiredService<Utf8JsonWriterPool>().Name);
        Assert.Equal("exports", services.GetRequiredKeyedService<Utf8JsonWriterPool>("exports").Name);
        Assert.Equal(2048, OptionsOf<MagazineMemoryPoolOptions>(services).BlockSize);
        Assert.Equal(16_384, OptionsOf<MagazineMemoryPoolOptions>(services).MaxRetained);
    }

    [Fact]
    public void AddPooling_ByCodeAfterASection_ChangesOnlyWhatCodeSets()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddPooling(Read($$"""{ "Pooling": {{Sections}} }""").GetSection("Pooling"))
            .AddPooling(ByCode).BuildServiceProvider();

        Assert.Equal("code", OptionsOf<PoolOptions>(services).Name);
        Assert.Equal("file", services.GetRequiredService<BufferWriterPool>().Name);
        Assert.Equal(200, OptionsOf<BufferWriterPoolOptions>(services).MaxCapacity);
        Assert.Equal("shipper", services.GetRequiredKeyedService<BufferWriterPool>("shipper").Name);
        Assert.Equal(100, OptionsOf<BufferWriterPoolOptions>(services, "shipper").MaxCapacity);
        Assert.Equal(5, OptionsOf<BufferWriterPoolOptions>(services, "shipper").MaxRetained);
        Assert.Equal("file", services.GetRequiredKeyedService<Utf8JsonWriterPool>("answers").Name);
        MagazineMemoryPoolOptions memory = OptionsOf<MagazineMemoryPoolOptions>(services);
        Assert.Equal(("file", 2048, 7), (memory.Name, memory.BlockSize, memory.MaxRetained));
        Assert.Single(services.GetServices<BufferWriterPool>());
        Assert.Single(services.GetKeyedServices<BufferWriterPool>("shipper"));
    }

    [Fact]
    public void AddPooling_ByCodeBeforeASection_YieldsToTheSection()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddPooling(ByCode)
            .AddPooling(Read($$"""{ "Pooling": {{Sections}} }""").GetSection("Pooling")).BuildServiceProvider();

        Assert.Equal("file", OptionsOf<PoolOptions>(services).Name);
        Assert.Equal(100, OptionsOf<BufferWriterPoolOptions>(services).MaxCapacity);
        Assert.Equal(5, OptionsOf<BufferWriterPoolOptions>(services, "shipper").MaxRetained);
        Assert.Equal(1024, OptionsOf<MagazineMemoryPoolOptions>(services).BlockSize);
    }

    [Fact]
    public void AddPooling_Again_ChangesNothing()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddPooling(Read($$"""{ "Pooling": {{Sections}} }""").GetSection("Pooling"))
            .AddPooling().AddPooling(static _ => { }).BuildServiceProvider();

        Assert.Equal("file", services.GetRequiredService<BufferWriterPool>().Name);
        Assert.Equal(7, OptionsOf<MagazineMemoryPoolOptions>(services).MaxRetained);
        Assert.Single(services.GetServices<ObjectPoolProvider>());
    }

    [Fact]
    public void AddPooling_WithoutKestrelByCode_KeepsTheDefaultNumberOfBlocks()
    {
        using ServiceProvider services =
            new ServiceCollection().AddPooling(static pools => pools.Kestrel = false).BuildServiceProvider();

        Assert.Equal(
            new MagazineMemoryPoolOptions().MaxRetained, OptionsOf<MagazineMemoryPoolOptions>(services).MaxRetained);
    }

    [Fact]
    public void AddPooling_AfterOptionsOfThePools_ChangesNoneOfThem()
    {
        using ServiceProvider services = new ServiceCollection()
            .Configure<MagazineMemoryPoolOptions>(static options => options.MaxRetained = 9)
            .Configure<BufferWriterPoolOptions>("shipper", static options => options.Name = "early")
            .AddPooling(static pools => pools.BufferWriters(static _ => { }, "shipper")).BuildServiceProvider();

        Assert.Equal(9, OptionsOf<MagazineMemoryPoolOptions>(services).MaxRetained);
        Assert.Equal("early", services.GetRequiredKeyedService<BufferWriterPool>("shipper").Name);
    }

    [Theory]
    [InlineData("Default")]
    [InlineData("default")]
    public void AddPooling_WithTheNameOfTheDefaultSection_Throws(string name) =>
        new ServiceCollection().AddPooling(pools =>
        {
            Assert.Throws<ArgumentException>("name", () => pools.BufferWriters(static _ => { }, name));
            Assert.Throws<ArgumentException>("name", () => pools.JsonWriters(static _ => { }, name));
        });

    [Fact]
    public void AddPooling_WithANameThatDiffersInCase_Throws()
    {
        var services = new ServiceCollection();
        services.AddPooling(static pools => pools.BufferWriters(static _ => { }, "Shipper")
            .JsonWriters(static _ => { }, "shipper").BufferWriters(static _ => { }, "Shipper"));

        ArgumentException exception = Assert.Throws<ArgumentException>("name",
            () => services.AddPooling(Read($$"""{ "Pooling": {{Sections}} }""").GetSection("Pooling")));
        Assert.StartsWith(
            "The pool 'shipper' was added as 'Shipper', and both have one section. Spell the name in one way.",
            exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Host_WithABadOptionByCode_DoesNotStart()
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddPooling(
            static pools => pools.BufferWriters(static options => options.MaxRetainedBytes = -5, "shipper"));
        using IHost host = builder.Build();

        ArgumentOutOfRangeException exception =
            await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => host.StartAsync());
        Assert.Equal("MaxRetainedBytes", exception.ParamName);
    }

    [Fact]
    public void AddPooling_ByCodeWithoutArguments_Throws()
    {
        Assert.Throws<ArgumentNullException>("services",
            static () => PoolingServiceCollectionExtensions.AddPooling(null!, static _ => { }));
        Assert.Throws<ArgumentNullException>("configure",
            static () => new ServiceCollection().AddPooling((Action<PoolingBuilder>)null!));
        new ServiceCollection().AddPooling(static pools =>
        {
            Assert.True(pools.Kestrel);
            Assert.Throws<ArgumentNullException>("configure", () => pools.Objects(null!));
            Assert.Throws<ArgumentNullException>("configure", () => pools.BufferWriters(null!));
            Assert.Throws<ArgumentNullException>("configure", () => pools.JsonWriters(null!));
            Assert.Throws<ArgumentNullException>("configure", () => pools.Memory(null!));
            Assert.Throws<ArgumentException>("name", () => pools.BufferWriters(static _ => { }, ""));
            Assert.Throws<ArgumentException>("name", () => pools.JsonWriters(static _ => { }, ""));
        });
    }

    private static void ByCode(PoolingBuilder pools)
    {
        pools.Objects(static options => options.Name = "code");
        pools.BufferWriters(static options => options.MaxCapacity = 200);
        pools.BufferWriters(static options => options.MaxRetained = 5, "shipper");
        pools.Memory(static options => options.BlockSize = 2048);
    }

    private static T OptionsOf<T>(IServiceProvider services, string name = "") => (T)Options(services, typeof(T), name);
}
