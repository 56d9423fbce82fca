using System.Buffers;
using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Diagnostics;

namespace Pooling.Extensions;

/// <content>Tests where a server takes its memory from.</content>
public sealed partial class PoolingServiceCollectionExtensionsTests
{
    [Theory]
    [InlineData(1, 100)]
    [InlineData(8, 100_000)]
    [InlineData(2, 5_000_000)]
    public async Task Kestrel_OfAHostWithPooling_RentsFromThePool(int requests, int length)
    {
        await using TestServer server = await TestServer.StartAsync(static application => application
            .MapPost("/", static context => context.Request.Body.CopyToAsync(context.Response.Body)));
        MagazineMemoryPool pool = server.Services.GetRequiredService<MagazineMemoryPool>();

        await Task.WhenAll(Enumerable.Range(0, requests).Select(async _ =>
        {
            using var content = new ByteArrayContent(new byte[length]);
            using HttpResponseMessage response = await server.Client.PostAsync(new Uri("/", UriKind.Relative), content);
            Assert.Equal(length, (await response.Content.ReadAsByteArrayAsync()).Length);
        }));

        Assert.InRange(pool.GetStatistics().TotalRented, requests * (1 + (length / 4096 / 4)), long.MaxValue);
        await server.Application.StopAsync();
        await Eventually.HoldsAsync(() => pool.GetStatistics().InUse == 0, "the blocks of ended connections");
    }

    [Fact]
    public async Task Metrics_OfTheServersMemory_AreThoseOfThePool()
    {
        await using TestServer server = await TestServer.StartAsync(static application => application.MapGet("/", static () => "hello"));
        MagazineMemoryPool pool = server.Services.GetRequiredService<MagazineMemoryPool>();
        Assert.Equal("hello", await server.Client.GetStringAsync(new Uri("/", UriKind.Relative)));
        await server.Application.StopAsync();
        await Eventually.HoldsAsync(() => pool.GetStatistics().InUse == 0, "the blocks of ended connections");
        pool.Rent(2 << 20).Dispose(); // too large to keep

        Dictionary<string, long> values = ReadMemoryMetrics(server.Services.GetRequiredService<IMeterFactory>());

        PoolStatistics expected = pool.GetStatistics();
        Assert.Equal(1, expected.TotalDropped);
        Assert.Equal(
            [expected.TotalCreated * 4096, expected.TotalDropped * 4096, expected.RetainedBytes, expected.TotalRented * 4096],
            new[] { "allocated", "evicted", "pooled", "rented" }.Select(name => values[$"aspnetcore.memory_pool.{name}"]));
    }

    [Fact]
    public async Task Kestrel_IfConfigurationSaysNo_KeepsItsOwnPool()
    {
        await using TestServer server = await TestServer.StartAsync(
            static application => application.MapGet("/", static () => "hello"), null, ("Pooling:Kestrel", "false"));

        Assert.Equal("hello", await server.Client.GetStringAsync(new Uri("/", UriKind.Relative)));
        Assert.Equal(0, server.Services.GetRequiredService<MagazineMemoryPool>().GetStatistics().TotalRented);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Kestrel_IfCodeSaysSoLast_IsAsCodeSays(bool isForKestrel)
    {
        await using TestServer server = await TestServer.StartAsync(
            static application => application.MapGet("/", static () => "hello"),
            services => services.AddPooling(static pools => pools.Kestrel = false)
                .AddPooling(static pools => pools.Kestrel = true)
                .AddPooling(pools => pools.Kestrel = isForKestrel)
                .AddPooling(),
            ("Pooling:Kestrel", isForKestrel ? "false" : "true"));

        Assert.Equal("hello", await server.Client.GetStringAsync(new Uri("/", UriKind.Relative)));
        Assert.Equal(
            isForKestrel, server.Services.GetRequiredService<MagazineMemoryPool>().GetStatistics().TotalRented > 0);
    }

    [Fact]
    public void Kestrel_WithAFactoryBetweenTwoCalls_KeepsItUnlessTheSecondSaysOtherwise()
    {
        IServiceCollection services = new ServiceCollection().AddPooling()
            .AddSingleton<IMemoryPoolFactory<byte>>(new OwnFactory()).AddPooling().AddPooling(static _ => { });
        using (ServiceProvider provider = services.BuildServiceProvider())
            Assert.IsType<OwnFactory>(provider.GetRequiredService<IMemoryPoolFactory<byte>>());

        services.AddPooling(static pools => pools.Kestrel = true);
        using (ServiceProvider provider = services.BuildServiceProvider())
            Assert.IsNotType<OwnFactory>(provider.GetRequiredService<IMemoryPoolFactory<byte>>());
    }

    [Fact]
    public void Kestrel_TakenBackWithoutAServer_LeavesNoFactory()
    {
        using ServiceProvider services = new ServiceCollection().AddPooling()
            .AddPooling(static pools => pools.Kestrel = false).BuildServiceProvider();

        Assert.Null(services.GetService<IMemoryPoolFactory<byte>>());
    }

    /// <summary>Checks that a server with a bad setting is built, and does not start, as every other host.</summary>
    [Fact]
    public async Task Kestrel_WithABadSettingOfItsPool_DoesNotStart()
    {
        await using TestServer server = TestServer.Build(static _ => { }, null, ("Pooling:Memory:BlockSize", "0"));

        OptionsValidationException exception =
            await Assert.ThrowsAsync<OptionsValidationException>(() => server.Application.StartAsync());
        Assert.Equal("Pooling:Memory:BlockSize is 0: it must be greater than or equal to '1'.", exception.Message);
    }

    [Theory]
    [InlineData("256", 4096)]
    [InlineData("16384", 16384)]
    public void Blocks_OfTheServer_HaveAtLeastTheSizeThatItExpects(string blockSize, int expected)
    {
        using ServiceProvider services = Provide($$"""{ "Pooling": { "Memory": { "BlockSize": {{blockSize}} } } }""");
        using MemoryPool<byte> pool = services.GetRequiredService<IMemoryPoolFactory<byte>>().Create();

        foreach (int size in new[] { -1, 0, 1, 100 })
        {
            using IMemoryOwner<byte> block = pool.Rent(size);
            Assert.Equal(expected, block.Memory.Length);
        }

        using IMemoryOwner<byte> large = pool.Rent(100_000);
        Assert.Equal(100_000, large.Memory.Length);
    }

    private static Dictionary<string, long> ReadMemoryMetrics(IMeterFactory factory)
    {
        var values = new Dictionary<string, long>();
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, of) =>
        {
            if (instrument.Meter.Name == "Microsoft.AspNetCore.MemoryPool" && instrument.Meter.Scope == factory && instrument.IsObservable)
                of.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            Assert.Equal(new KeyValuePair<string, object?>("aspnetcore.memory_pool.owner", "kestrel"), tags.ToArray().Single());
            values.Add(instrument.Name, value);
        });
        listener.Start();
        listener.RecordObservableInstruments();
        return values;
    }

    [Fact]
    public void Pool_OfTheServer_WhenDisposed_LeavesThePoolOfTheHost()
    {
        using ServiceProvider services = Provide("{}");
        services.GetRequiredService<IMemoryPoolFactory<byte>>().Create().Dispose();

        using MemoryPool<byte> next = services.GetRequiredService<IMemoryPoolFactory<byte>>().Create();
        next.Rent().Dispose();
        Assert.Equal(1, services.GetRequiredService<MagazineMemoryPool>().GetStatistics().TotalRented);
    }

    static partial void CheckServerMemory(IServiceProvider services)
    {
        using MemoryPool<byte> pool = services.GetRequiredService<IMemoryPoolFactory<byte>>().Create();
        pool.Rent().Dispose();
    }

    /// <summary>Checks that each of the calls that add a server may come before <c>AddPooling</c>.</summary>
    [Fact]
    public void Kestrel_AddedBefore_RentsFromThePool()
    {
        using IHost host = Host.CreateDefaultBuilder()
            .ConfigureWebHostDefaults(static server => server.UseKestrel().Configure(static _ => { }))
            .ConfigureServices(static services => services.AddPooling())
            .Build();

        using MemoryPool<byte> pool = host.Services.GetRequiredService<IMemoryPoolFactory<byte>>().Create();
        pool.Rent().Dispose();
        Assert.Equal(1, host.Services.GetRequiredService<MagazineMemoryPool>().GetStatistics().TotalRented);
    }

    private sealed class OwnFactory : IMemoryPoolFactory<byte>
    {
        public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => MemoryPool<byte>.Shared;
    }
}
