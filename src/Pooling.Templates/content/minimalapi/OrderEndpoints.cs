using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;

namespace Contoso.Api1;

internal static class OrderEndpoints
{
    /// <summary>Writes one JSON array. The writer never holds more than about 16 KB; Kestrel has up to
    /// 64 KB more that the client has not read.</summary>
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

    /// <summary>Sends each order as soon as it comes (server-sent events). A client that comes back says which event it
    /// got last.</summary>
    public static async Task WriteEventsAsync(
        HttpContext context, OrderSource orders, Utf8JsonWriterPool writers, IHostApplicationLifetime lifetime)
    {
        CancellationToken stopping = lifetime.ApplicationStopping; // it does not cancel RequestAborted
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stopping);
        _ = int.TryParse(context.Request.Headers["Last-Event-ID"], out int last);
        context.Response.ContentType = "text/event-stream";
        context.Response.Headers.CacheControl = "no-store";
        PipeWriter output = context.Response.BodyWriter;
        try
        {
            await output.FlushAsync(ending.Token); // the headers, so that the client knows that it is connected
            await foreach (Order order in orders.FollowAsync(last, ending.Token))
            {
                output.WriteUtf8($"id: {order.Number}\ndata: ");
                using (PooledUtf8JsonWriter json = writers.Rent(output))
                    JsonSerializer.Serialize(json.Writer, order, OrderContext.Default.Order); // on one line

                output.Write("\n\n"u8);
                FlushResult flushed = await output.FlushAsync(ending.Token); // waits for slow clients
                if (flushed.IsCompleted)
                    return; // the client has gone
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // The server stops. The client comes back.
        }
    }
}
