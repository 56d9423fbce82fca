using System.Text.Json;
using Pooling.Json;

namespace Contoso.Api1;

internal static class OrderEndpoints
{
    /// <summary>Writes one JSON array. The response never holds more than about 16 KB that are not sent.</summary>
    public static async Task WriteArrayAsync(HttpContext context, OrderSource orders, Utf8JsonWriterPool writers)
    {
        context.Response.ContentType = "application/json";
        await using PooledAsyncUtf8JsonWriter json = writers.RentAsyncWriter(context.Response.BodyWriter);
        json.Writer.WriteStartArray();
        await foreach (Order order in orders.GetAllAsync().WithCancellation(context.RequestAborted))
        {
            JsonSerializer.Serialize(json.Writer, order, OrderContext.Default.Order);
            if (!await json.DrainIfNeededAsync(context.RequestAborted))
                return; // the client has gone
        }

        json.Writer.WriteEndArray();
    }

    /// <summary>Writes each order as a JSON document on a line of its own (NDJSON).</summary>
    public static async Task WriteLinesAsync(HttpContext context, OrderSource orders, Utf8JsonWriterPool writers)
    {
        context.Response.ContentType = "application/x-ndjson";
        await using PooledAsyncUtf8JsonWriter json = writers.RentAsyncWriter(context.Response.BodyWriter);
        await foreach (Order order in orders.GetAllAsync().WithCancellation(context.RequestAborted))
        {
            JsonSerializer.Serialize(json.Writer, order, OrderContext.Default.Order);
            json.NextDocument(); // ends the line
            if (!await json.DrainIfNeededAsync(context.RequestAborted))
                return;
        }
    }
}
