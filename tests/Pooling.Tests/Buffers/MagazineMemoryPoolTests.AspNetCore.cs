using System.Buffers;
using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <content>Tests a real server whose sockets and requests use our blocks.</content>
public sealed partial class MagazineMemoryPoolTests
{
    [Theory]
    [InlineData(1, 100)]
    [InlineData(8, 100_000)]
    [InlineData(4, 5_000_000)]
    public async Task Kestrel_WithTheFactoryReplaced_ServesFromThePool(int requests, int length)
    {
        var factory = new PoolFactory();
        await using WebApplication application = BuildServer(factory);
        application.MapPost("/", static context => context.Request.Body.CopyToAsync(context.Response.Body));
        await application.StartAsync();
        using (var client = new HttpClient { BaseAddress = new Uri(application.Urls.Single()) })
            await Task.WhenAll(Enumerable.Range(0, requests).Select(seed => EchoAsync(client, seed, length)));

        await application.StopAsync();
        await application.DisposeAsync();

        WaitUntilNothingIsInUse(factory);
        PoolStatistics[] used =
            [.. factory.Pools.Select(static pool => pool.GetStatistics()).Where(static statistics => statistics.TotalRented > 0)];
        Assert.NotEmpty(used);
        Assert.True(used.Sum(static statistics => statistics.TotalRented) >= requests * (length / 4096) / 4);

        // All blocks may be new if there are few.
        if (length > 1_000_000)
            Assert.True(used.Sum(static statistics => statistics.TotalCreated) < used.Sum(static statistics => statistics.TotalRented));

        TestThread.WaitFor(() => factory.Pools.All(IsDisposed), "the server to dispose its pools");
    }

    /// <summary>Checks a response that is written before the start. The server requests memory for the next data, which may be none, before
    /// it sends anything.</summary>
    [Fact]
    public async Task Kestrel_ResponseWrittenThroughItsPipeBeforeTheStart_IsServed()
    {
        var factory = new PoolFactory();
        await using WebApplication application = BuildServer(factory);
        application.MapGet("/", static context =>
        {
            "hello"u8.CopyTo(context.Response.BodyWriter.GetSpan());
            context.Response.BodyWriter.Advance(5);
            context.Response.BodyWriter.Write(" world"u8);
            return Task.CompletedTask;
        });
        await application.StartAsync();
        using (var client = new HttpClient { BaseAddress = new Uri(application.Urls.Single()) })
            Assert.Equal("hello world", await client.GetStringAsync(new Uri("/", UriKind.Relative)));

        await application.StopAsync();
        await application.DisposeAsync();

        WaitUntilNothingIsInUse(factory);
    }

    private static WebApplication BuildServer(PoolFactory factory)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddSingleton<IMemoryPoolFactory<byte>>(factory);
        return builder.Build();
    }

    /// <summary>Waits until nothing is in use. The last connection may end slightly after the server.</summary>
    private static void WaitUntilNothingIsInUse(PoolFactory factory) => TestThread.WaitFor(
        () => factory.Pools.All(static pool => pool.GetStatistics().InUse == 0),
        "the blocks of ended connections");

    private static bool IsDisposed(MagazineMemoryPool pool)
    {
        try
        {
            pool.Rent().Dispose();
            return false;
        }
        catch (ObjectDisposedException)
        {
            return true;
        }
    }

    private static async Task EchoAsync(HttpClient client, int seed, int length)
    {
        byte[] sent = new byte[length];
        new Random(seed).NextBytes(sent);
        using var content = new ByteArrayContent(sent);
        using HttpResponseMessage response = await client.PostAsync(new Uri("/", UriKind.Relative), content);

        byte[] received = await response.Content.ReadAsByteArrayAsync();
        Assert.True(sent.AsSpan().SequenceEqual(received));
    }

    private sealed class PoolFactory : IMemoryPoolFactory<byte>
    {
        internal ConcurrentQueue<MagazineMemoryPool> Pools { get; } = new();

        public MemoryPool<byte> Create(MemoryPoolOptions? options)
        {
            var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = options?.Owner });
            Pools.Enqueue(pool);
            return pool;
        }
    }
}
