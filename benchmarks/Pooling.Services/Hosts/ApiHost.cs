using System.IO.Pipelines;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Pooling.Samples.RowStream;

namespace Pooling.Services.Hosts;

/// <summary>The part of the minimal API that is the same in both ways.</summary>
internal static class ApiHost
{
    public const int Rows = 500;
    public const int Events = 100;

    public static RowSource Source { get; } = new(seed: 17);

    /// <summary>Gets what the results of the framework write with: the serializer's output is valid, and it is text in
    /// JSON, not in HTML.</summary>
    public static JsonWriterOptions Json { get; } =
        new() { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static async Task<RunningHost> StartAsync(bool isPooled)
    {
        WebApplicationBuilder builder = LocalServer.CreateBuilder();
        builder.Services.ConfigureHttpJsonOptions(
            static json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, RowJsonContext.Web));
        WebApplication server = builder.Build();
        if (isPooled)
            PooledApi.Map(server);
        else
            PlainApi.Map(server);

        await server.StartAsync();
        return new RunningHost(server, LocalServer.AddressOf(server));
    }

    public static Row Get(int id) => new(id, "boiler", 21.5 * id, DateTime.UnixEpoch.AddSeconds(id), IsValid: true);

    /// <summary>Begins a response of server-sent events, as the result of the framework does.</summary>
    public static PipeWriter BeginEvents(HttpContext context)
    {
        context.Response.ContentType = "text/event-stream";
        context.Response.Headers.CacheControl = "no-cache,no-store";
        context.Response.Headers.Pragma = "no-cache";
        context.Response.Headers.ContentEncoding = "identity";
        context.Features.Get<IHttpResponseBodyFeature>()!.DisableBuffering();
        return context.Response.BodyWriter;
    }

    /// <summary>Answers a row that was sent.</summary>
    public static Row Confirm(Row row) => row with { Id = row.Id + 1 };
}
