using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Pooling.Json;

namespace Pooling.Samples.JsonExport;

/// <summary>Runs the example of the sample's README.</summary>
public sealed class ReadmeExampleTests
{
    [Fact]
    public async Task Get_LinesOfTheExample_AreThoseOfTheSource()
    {
        using var pool = new Utf8JsonWriterPool();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, port: 0));
        await using WebApplication application = builder.Build();
        var export = new PooledExport<Customer>(pool, CustomerJsonContext.Default.Customer);
        var endpoint = new ExportEndpoint<Customer>(ReadCustomersAsync, export.WriteAsync);
        application.MapGet("/customers", endpoint.HandleAsync);
        await application.StartAsync();

        using var client = new HttpClient();
        client.DefaultRequestHeaders.Add("Accept", "application/x-ndjson");
        string lines = await client.GetStringAsync(new Uri($"{application.Urls.First()}/customers?rows=3"));

        Assert.Equal(3, lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    private static IAsyncEnumerable<Customer> ReadCustomersAsync(int rows) => new CustomerSource(seed: 1, distinctRows: 10).ReadAsync(rows);
}
