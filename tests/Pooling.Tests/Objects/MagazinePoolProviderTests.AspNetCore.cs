using System.Net;
using System.Text;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.ObjectPool;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Tests a real server over sockets, whose pools are replaced by one line.</content>
public sealed partial class MagazinePoolProviderTests
{
    private const int Requests = 50;

    /// <summary>Checks the pools of the framework. They are private, so they are found by the name from the options.</summary>
    [Fact]
    public async Task Application_WithTheProviderReplaced_UsesPoolsOfOurs()
    {
        string name = Guid.NewGuid().ToString("N");
        WebApplicationBuilder builder = WebApplication.CreateBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddAntiforgery();
        builder.Services.AddDataProtection().UseEphemeralDataProtectionProvider(); // no key in the user's folder
        builder.Services.AddSingleton<ObjectPoolProvider>(new MagazinePoolProvider(new PoolOptions { Name = name })); // the one line
        builder.Services.AddSingleton(static services => services.GetRequiredService<ObjectPoolProvider>().CreateStringBuilderPool());
        await using WebApplication application = builder.Build();
        application.MapGet("/orders/{id:int}", Answer).WithName("order");
        await application.StartAsync();

        using var client = new HttpClient { BaseAddress = new Uri(application.Urls.Single()) };
        List<string> answers = [];
        foreach (int[] some in Enumerable.Range(0, Requests).Chunk(10)) // so that used items are available to others
            answers.AddRange(await Task.WhenAll(some.Select(id => client.GetStringAsync(new Uri($"/orders/{id}", UriKind.Relative)))));

        await application.StopAsync();

        Assert.Equal(Enumerable.Range(0, Requests).Select(static id => $"/orders/{id + 1} True"), answers);
        Dictionary<string, PoolStatistics> pools = PoolRegistry.Snapshot()
            .Where(store => store.Name.StartsWith(name + ".", StringComparison.Ordinal))
            .ToDictionary(store => store.Name[(name.Length + 1)..], static store => store.GetStatistics());
        AssertUsed(pools, "StringBuilder");
        AssertUsed(pools, "UriBuildingContext"); // of routing
        if (Environment.Version.Major < 11) // later, it takes arrays from ArrayPool
            AssertUsed(pools, "AntiforgerySerializationContext");

        Assert.IsType<MagazinePool<StringBuilder>>(application.Services.GetRequiredService<ObjectPool<StringBuilder>>());
    }

    [Fact]
    public async Task Application_UnderTheServer_AnswersWithTheStatusOfEachRequest()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        // by type: the container fills the optional parameters
        builder.Services.AddSingleton<ObjectPoolProvider, MagazinePoolProvider>();
        await using WebApplication application = builder.Build();
        application.MapGet("/", static () => "here");
        await application.StartAsync();
        using var client = new HttpClient { BaseAddress = new Uri(application.Urls.Single()) };
        using HttpResponseMessage found = await client.GetAsync(new Uri("/", UriKind.Relative));
        using HttpResponseMessage missing = await client.GetAsync(new Uri("/nowhere", UriKind.Relative));

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.NotFound), (found.StatusCode, missing.StatusCode));
        Assert.IsType<MagazinePoolProvider>(application.Services.GetRequiredService<ObjectPoolProvider>());
    }

    private static string Answer(int id, HttpContext context, LinkGenerator links, IAntiforgery antiforgery,
        ObjectPool<StringBuilder> texts)
    {
        StringBuilder text = texts.Get();
        try
        {
            text.Append(links.GetPathByName("order", new { id = id + 1 })).Append(' ');
            text.Append(antiforgery.GetAndStoreTokens(context).RequestToken is { Length: > 0 });
            return text.ToString();
        }
        finally
        {
            texts.Return(text);
        }
    }

    private static void AssertUsed(Dictionary<string, PoolStatistics> pools, string itemType)
    {
        Assert.Contains(itemType, pools.Keys);
        PoolStatistics statistics = pools[itemType];
        Assert.InRange(statistics.TotalRented, Requests, long.MaxValue);
        Assert.Equal(0, statistics.InUse);
        Assert.InRange(statistics.TotalCreated, 1, statistics.TotalRented - 1);
    }
}
