using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Pooling.Json;

namespace Pooling.Samples.RowStream;

/// <summary>The minimal API with all ways, each at its own path.</summary>
internal static class RowServer
{
    public static async Task<WebApplication> StartAsync(RowSource source, int rows, Utf8JsonWriterPool pool)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, port: 0));
        builder.Services.ConfigureHttpJsonOptions(
            static json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, RowJsonContext.Web));
        WebApplication server = builder.Build();
        var pooled = new PooledRows<Row>(pool, RowJsonContext.Web.Row);

        server.MapGet("/array/plain", () => source.ReadAsync(rows));
        server.MapGet("/array/pooled", (HttpContext context) => pooled.WriteArrayAsync(context, source.ReadAsync(rows)));
        server.MapGet("/lines/plain", (HttpContext context) => PlainRows.WriteLinesAsync(context, source.ReadAsync(rows)));
        server.MapGet("/lines/own", (HttpContext context) => PlainRows.WriteLinesWithOwnWriterAsync(context, source.ReadAsync(rows)));
        server.MapGet(
            "/lines/serializer",
            (HttpContext context) => PlainRows.SerializeLinesAsync(context, source.ReadAsync(rows)));
        server.MapGet("/lines/pooled", (HttpContext context) => pooled.WriteLinesAsync(context, source.ReadAsync(rows)));

        await server.StartAsync();
        return server;
    }
}
