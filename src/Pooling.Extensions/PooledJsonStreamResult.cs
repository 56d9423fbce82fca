using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result that writes the items of a sequence while the sequence yields them.</summary>
internal sealed class PooledJsonStreamResult<T>(
    IAsyncEnumerable<T> values, JsonTypeInfo<T> typeInfo, Utf8JsonWriterPool? pool, int? statusCode) : IResult
{
    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);

        CancellationToken aborted = httpContext.RequestAborted;
        if (aborted.IsCancellationRequested)
            return;

        HttpResponse response = httpContext.Response;
        (int status, string? contentType) = (response.StatusCode, response.ContentType);
        PooledAsyncUtf8JsonWriter lease = PooledJsonResult.PoolOf(pool, httpContext)
            .RentAsyncWriter(response.BodyWriter, PooledJsonResult.OptionsOf(typeInfo));
        try
        {
            response.StatusCode = statusCode ?? status;
            response.ContentType = PooledJsonResult.ContentType;
            await WriteAsync(lease, aborted).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (aborted.IsCancellationRequested)
        {
            // the client has gone
        }
        catch when (response.HasStarted)
        {
            httpContext.Abort(); // otherwise a middleware that handles the exception would end the response as if it were complete
            throw;
        }
        catch
        {
            (response.StatusCode, response.ContentType) = (status, contentType);
            throw;
        }
        finally
        {
            lease.Discard(); // nothing is left of a complete document; the rest of an incomplete one is not sent
        }
    }

    private async ValueTask WriteAsync(PooledAsyncUtf8JsonWriter lease, CancellationToken aborted)
    {
        IAsyncEnumerator<T> items = values.GetAsyncEnumerator(aborted);
        await using (items.ConfigureAwait(false))
        {
            lease.Writer.WriteStartArray();
            while (await NextAsync(items, lease, aborted).ConfigureAwait(false))
            {
                JsonSerializer.Serialize(lease.Writer, items.Current, typeInfo);
                if (!await lease.DrainIfNeededAsync(aborted).ConfigureAwait(false))
                    return; // the client has gone
            }
        }

        lease.Writer.WriteEndArray();
        await lease.FlushAsync(aborted).ConfigureAwait(false);
    }

    // While the sequence makes the result wait, the client gets what there is.
    private static async ValueTask<bool> NextAsync(IAsyncEnumerator<T> items, PooledAsyncUtf8JsonWriter lease, CancellationToken aborted)
    {
        ValueTask<bool> next = items.MoveNextAsync();
        if (next.IsCompleted || !HasItems(lease.Writer))
            return await next.ConfigureAwait(false);

        Task<bool> waiting = next.AsTask();
        try
        {
            await lease.FlushAsync(aborted).ConfigureAwait(false);
        }
        catch
        {
            await ((Task)waiting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // nobody may dispose the sequence before
            throw;
        }

        return await waiting.ConfigureAwait(false);
    }

    // More than the bracket: a sequence that fails with its first item is answered with an error.
    private static bool HasItems(Utf8JsonWriter writer) => writer.BytesCommitted + writer.BytesPending > 1;
}
