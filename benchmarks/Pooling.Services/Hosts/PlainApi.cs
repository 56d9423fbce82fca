using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Pooling.Samples.RowStream;

namespace Pooling.Services.Hosts;

/// <summary>The plain way: the endpoints return objects, and the framework writes them. It has no result for lines,
/// and the one for events allocates for each, so a writer over the response does both.</summary>
internal static class PlainApi
{
    public static void Map(WebApplication server)
    {
        server.MapGet("/row/{id:int}", static (int id) => ApiHost.Get(id));
        server.MapPost("/row", static (Row row) => ApiHost.Confirm(row));
        server.MapGet("/rows", static () => ApiHost.Source.ReadAsync(ApiHost.Rows));
        server.MapGet("/rows.ndjson", static (HttpContext context) =>
            PlainRows.WriteLinesWithOwnWriterAsync(context, ApiHost.Source.ReadAsync(ApiHost.Rows)));
        server.MapGet("/events", WriteEventsAsync);
    }

    private static async Task WriteEventsAsync(HttpContext context)
    {
        PipeWriter output = ApiHost.BeginEvents(context);
        using var json = new Utf8JsonWriter(output, ApiHost.Json);
        await foreach (Row row in ApiHost.Source.ReadAsync(ApiHost.Events).WithCancellation(context.RequestAborted))
        {
            output.Write("data: "u8);
            json.Reset();
            JsonSerializer.Serialize(json, row, RowJsonContext.Web.Row);
            json.Flush();
            output.Write("\n\n"u8);
            FlushResult flushed = await output.FlushAsync(context.RequestAborted);
            if (flushed.IsCompleted)
                return; // the client has gone
        }
    }
}
