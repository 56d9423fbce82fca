using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Pooling.Samples.RowStream;

namespace Pooling.Services.Hosts;

/// <summary>The plain way: the endpoints return objects, and the framework writes them. It has no result for lines, so
/// a writer over the response does it.</summary>
internal static class PlainApi
{
    public static void Map(WebApplication server)
    {
        server.MapGet("/row/{id:int}", static (int id) => ApiHost.Get(id));
        server.MapPost("/row", static (Row row) => ApiHost.Confirm(row));
        server.MapGet("/rows", static () => ApiHost.Source.ReadAsync(ApiHost.Rows));
        server.MapGet("/rows.ndjson", static (HttpContext context) =>
            PlainRows.WriteLinesWithOwnWriterAsync(context, ApiHost.Source.ReadAsync(ApiHost.Rows)));
        server.MapGet("/events", static () => TypedResults.ServerSentEvents(ApiHost.Source.ReadAsync(ApiHost.Events)));
    }
}
