using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Samples.RowStream;

/// <summary>The pooled way: a rented writer over the response, which is drained by the number of bytes.</summary>
/// <typeparam name="T">The type of a row.</typeparam>
/// <param name="pool">The pool to rent writers from. Its <see cref="Utf8JsonWriterPoolOptions.MaxCapacity"/> limits a row.</param>
/// <param name="rowType">The serialization code of a row, from a source-generated context.</param>
internal sealed class PooledRows<T>(Utf8JsonWriterPool pool, JsonTypeInfo<T> rowType)
{
    /// <summary>The number of bytes after which the response is flushed, which waits if the client is behind.</summary>
    public const int FlushThreshold = 16 * 1024;

    // The serializer's output is valid and need not be checked again. It is text in JSON, not in HTML, as in the results of a minimal API.
    private static readonly JsonWriterOptions s_options =
        new() { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Streams rows as one JSON array.</summary>
    public async Task WriteArrayAsync(HttpContext context, IAsyncEnumerable<T> rows)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        PooledAsyncUtf8JsonWriter json = pool.RentAsyncWriter(context.Response.BodyWriter, s_options, FlushThreshold);
        try
        {
            json.Writer.WriteStartArray();
            await foreach (T row in rows.WithCancellation(context.RequestAborted))
            {
                JsonSerializer.Serialize(json.Writer, row, rowType);
                if (!await json.DrainIfNeededAsync(context.RequestAborted))
                    throw new OperationCanceledException("The client has gone.", context.RequestAborted);
            }

            json.Writer.WriteEndArray();
            await json.FlushAsync(context.RequestAborted);
        }
        catch
        {
            Fail(context);
            throw;
        }
        finally
        {
            json.Discard(); // not "await using", which would send the rest of an array that was cut short
        }
    }

    /// <summary>Streams rows as NDJSON, which is also called JSON Lines: one line for each row.</summary>
    public async Task WriteLinesAsync(HttpContext context, IAsyncEnumerable<T> rows)
    {
        context.Response.ContentType = "application/x-ndjson; charset=utf-8";
        PooledAsyncUtf8JsonWriter json = pool.RentAsyncWriter(context.Response.BodyWriter, s_options, FlushThreshold);
        try
        {
            await foreach (T row in rows.WithCancellation(context.RequestAborted))
            {
                JsonSerializer.Serialize(json.Writer, row, rowType);
                json.NextDocument(); // ends the line
                if (!await json.DrainIfNeededAsync(context.RequestAborted))
                    throw new OperationCanceledException("The client has gone.", context.RequestAborted);
            }

            await json.FlushAsync(context.RequestAborted);
        }
        catch
        {
            Fail(context);
            throw;
        }
        finally
        {
            json.Discard();
        }
    }

    /// <summary>Aborts a response that has begun. Nobody may take a part for the whole: not the client after a time
    /// limit, and no cache. The server logs no error for a client that has gone. What answers before the first byte is
    /// not of this type.</summary>
    private static void Fail(HttpContext context)
    {
        if (context.Response.HasStarted)
            context.Abort();
        else
            context.Response.ContentType = null;
    }
}
