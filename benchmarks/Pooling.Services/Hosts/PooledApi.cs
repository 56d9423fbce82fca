using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Pooling.Extensions;
using Pooling.Json;
using Pooling.Samples.RowStream;

namespace Pooling.Services.Hosts;

/// <summary>The pooled way: rented writers over the response.</summary>
internal static class PooledApi
{
    private static readonly Utf8JsonWriterPool s_writers = new(new Utf8JsonWriterPoolOptions { Name = "responses" });
    private static readonly PooledRows<Row> s_rows = new(s_writers, RowJsonContext.Web.Row);

    public static void Map(WebApplication server)
    {
        server.MapGet("/row/{id:int}", static (int id) =>
            Results.Extensions.PooledJson(ApiHost.Get(id), RowJsonContext.Web.Row, s_writers));
        server.MapPost("/row", static (Row row) =>
            Results.Extensions.PooledJson(ApiHost.Confirm(row), RowJsonContext.Web.Row, s_writers));
        server.MapGet("/rows", static (HttpContext context) =>
            s_rows.WriteArrayAsync(context, ApiHost.Source.ReadAsync(ApiHost.Rows)));
        server.MapGet("/rows.ndjson", static (HttpContext context) =>
            s_rows.WriteLinesAsync(context, ApiHost.Source.ReadAsync(ApiHost.Rows)));
        server.MapGet("/events", WriteEventsAsync);
    }

    private static async Task WriteEventsAsync(HttpContext context)
    {
        PipeWriter output = ApiHost.BeginEvents(context);
        await foreach (Row row in ApiHost.Source.ReadAsync(ApiHost.Events).WithCancellation(context.RequestAborted))
        {
            output.Write("data: "u8);
            using (PooledUtf8JsonWriter json = s_writers.Rent(output, ApiHost.Json))
                JsonSerializer.Serialize(json.Writer, row, RowJsonContext.Web.Row);

            output.Write("\n\n"u8);
            FlushResult flushed = await output.FlushAsync(context.RequestAborted);
            if (flushed.IsCompleted)
                return; // the client has gone
        }
    }
}
