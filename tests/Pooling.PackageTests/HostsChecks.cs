using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Extensions;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.PackageTests;

/// <summary>Checks the package for hosts: a server with pools from its configuration, and its answers over a socket.</summary>
internal static class HostsChecks
{
    internal static void Run(SelfCheck check)
    {
        check.That("a host with a bad setting does not start", () =>
        {
            WebApplication application = Build(("Pooling:Memory:BlockSize", "0"));
            try
            {
                application.StartAsync().GetAwaiter().GetResult();
                return false;
            }
            catch (OptionsValidationException exception)
            {
                return exception.Message.StartsWith("Pooling:Memory:BlockSize is 0: ", StringComparison.Ordinal);
            }
        });

        using WebApplication application = Build(
            ("Pooling:BufferWriters:shipper:MaxCapacity", "1000"), ("Pooling:ObjectPools:texts:MaxRetained", "3"));
        application.StartAsync().GetAwaiter().GetResult();
        check.Equal("a keyed pool has its name", "shipper", () => Shipper(application).Name);
        check.That("the provider is replaced",
            () => application.Services.GetRequiredService<ObjectPoolProvider>() is MagazinePoolProvider);
        check.Equal("a callback is answered", "200 [1,2]", () => Answer(application, "callback"));
        check.Equal("a value is answered", "200 {\"Text\":\"a\"}", () => Answer(application, "value"));
        check.Equal("a value with the options of the application is answered", "200 {\"Text\":\"b\"}",
            () => Answer(application, "typed"));
        check.Equal("a pool that code added has its name", "lines",
            () => application.Services.GetRequiredKeyedService<BufferWriterPool>("lines").Name);
        check.Equal("a pool of objects has its limit", "texts: 3",
            () => application.Services.GetRequiredKeyedService<LeasePool<StringBuilder>>("texts").Name + ": "
                + application.Services.GetRequiredService<IOptionsMonitor<PoolOptions>>().Get("texts").MaxRetained);
        check.Equal("a sequence is answered", "200 [{\"Text\":\"1\"},{\"Text\":\"2\"}]", () => Answer(application, "sequence"));
        check.Equal("an exception is answered", "500 ", () => Answer(application, "fault"));
        check.Equal("content of a lease is sent", "200 a line", () => Post(application, "a line"));
        check.That("no lease is left", () => SpinWait.SpinUntil(
            () => Shipper(application).GetStatistics().InUse is 0
                && application.Services.GetRequiredService<Utf8JsonWriterPool>().GetStatistics().InUse is 0,
            TimeSpan.FromSeconds(60)));
        check.Equal("the server rents from the pool", Environment.Version.Major >= 10,
            () => application.Services.GetRequiredService<MagazineMemoryPool>().GetStatistics().TotalRented > 0);
        check.That("the health check runs", () => application.Services.GetRequiredService<HealthCheckService>()
            .CheckHealthAsync().GetAwaiter().GetResult().Entries.ContainsKey("pooling"));
    }

    private static WebApplication Build(params (string Key, string Value)[] settings)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Configuration.AddInMemoryCollection(
            settings.Select(setting => new KeyValuePair<string, string?>(setting.Key, setting.Value)));
        builder.Services.AddPooling(builder.Configuration.GetSection("Pooling"))
            .AddPooling(static pools => pools.BufferWriters(static options => options.MaxCapacity = 100, "lines"))
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options), "texts")
            .ConfigureHttpJsonOptions(static options =>
            {
                options.SerializerOptions.PropertyNamingPolicy = null;
                options.SerializerOptions.TypeInfoResolverChain.Insert(0, HostsContext.Default);
            });
        builder.Services.AddHealthChecks().AddPooling();
        WebApplication application = builder.Build();
        application.Run(context => Handle(context.Request.Path.Value, context).ExecuteAsync(context));
        return application;
    }

    private static IResult Handle(string? path, HttpContext context) => path switch
    {
        "/callback" => Results.Extensions.PooledJson(static (writer, number) =>
        {
            writer.WriteStartArray();
            writer.WriteNumberValue(number);
            writer.WriteNumberValue(number + 1);
            writer.WriteEndArray();
        }, 1),
        "/value" => Results.Extensions.PooledJson(new HostsLine("a"), HostsContext.Default.HostsLine),
        "/typed" => TypedResults.Extensions.PooledJson(new HostsLine("b")),
        "/sequence" => Results.Extensions.PooledJson(Lines(), HostsContext.Default.HostsLine),
        "/echo" => Results.Stream(context.Request.Body),
        _ => Results.Extensions.PooledJson(static (_, _) => throw new InvalidOperationException(), 0),
    };

    private static async IAsyncEnumerable<HostsLine> Lines()
    {
        yield return new HostsLine("1");
        await Task.Yield();
        yield return new HostsLine("2");
    }

    private static BufferWriterPool Shipper(WebApplication application) =>
        application.Services.GetRequiredKeyedService<BufferWriterPool>("shipper");

    private static string Answer(WebApplication application, string path)
    {
        using HttpClient client = new();
        using HttpResponseMessage response = client.GetAsync($"{application.Urls.First()}/{path}").GetAwaiter().GetResult();
        return Text(response);
    }

    private static string Post(WebApplication application, string text)
    {
        using HttpClient client = new();
        PooledLease<PooledArrayBufferWriter<byte>> lease = Shipper(application).Rent();
        lease.Value.WriteUtf8(text);
        using PooledHttpContent content = new(lease);
        using HttpResponseMessage response = client.PostAsync($"{application.Urls.First()}/echo", content).GetAwaiter().GetResult();
        return content.Headers.ContentLength == text.Length ? Text(response) : $"{content.Headers.ContentLength} bytes";
    }

    private static string Text(HttpResponseMessage response) =>
        $"{(int)response.StatusCode} {response.Content.ReadAsStringAsync().GetAwaiter().GetResult()}";
}
