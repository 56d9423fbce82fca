using System.Buffers;
using System.IO.Pipelines;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Pooling.Samples.RowStream;

/// <summary>The ways without a pool. The usual one for an array is to return the <see cref="IAsyncEnumerable{T}"/> from the
/// endpoint.</summary>
internal static partial class PlainRows
{
    private const int FlushThreshold = PooledRows<Row>.FlushThreshold;

    private static readonly JsonWriterOptions s_options =
        new() { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Lines, with an array for each of them.</summary>
    public static async Task WriteLinesAsync(HttpContext context, IAsyncEnumerable<Row> rows)
    {
        PipeWriter body = Begin(context);
        await foreach (Row row in rows.WithCancellation(context.RequestAborted))
        {
            body.Write(JsonSerializer.SerializeToUtf8Bytes(row, RowJsonContext.Web.Row));
            body.Write("\n"u8);
            if (body.UnflushedBytes >= FlushThreshold && (await body.FlushAsync(context.RequestAborted)).IsCompleted)
                return;
        }

        await body.FlushAsync(context.RequestAborted);
    }

    /// <summary>Lines, with one writer for each request, which is reset after each line.</summary>
    public static async Task WriteLinesWithOwnWriterAsync(HttpContext context, IAsyncEnumerable<Row> rows)
    {
        PipeWriter body = Begin(context);
        await using var json = new Utf8JsonWriter(body, s_options);
        await foreach (Row row in rows.WithCancellation(context.RequestAborted))
        {
            JsonSerializer.Serialize(json, row, RowJsonContext.Web.Row);
            json.Flush(); // into the memory of the pipe; the two write in turn
            body.Write("\n"u8);
            json.Reset();
            if (body.UnflushedBytes >= FlushThreshold && (await body.FlushAsync(context.RequestAborted)).IsCompleted)
                return;
        }

        await body.FlushAsync(context.RequestAborted);
    }

    private static PipeWriter Begin(HttpContext context)
    {
        context.Response.ContentType = "application/x-ndjson; charset=utf-8";
        return context.Response.BodyWriter;
    }
}
