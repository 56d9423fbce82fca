using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result that writes the items of a sequence while the sequence yields them.</summary>
internal sealed class PooledJsonStreamResult<T>(
    IAsyncEnumerable<T> values, JsonTypeInfo<T>? typeInfo, Utf8JsonWriterPool? pool, int? statusCode)
    : PooledJsonResult<IAsyncEnumerable<T>>(values, statusCode)
{
    /// <inheritdoc/>
    public override async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);

        PooledJsonResponse.ThrowIfAborted(httpContext);
        HttpResponse response = httpContext.Response;
        if (PooledJsonResponse.TryEndWithoutBody(response, StatusCode))
            return;

        if (HttpMethods.IsHead(httpContext.Request.Method))
        {
            response.StatusCode = StatusCode ?? response.StatusCode;
            response.ContentType = PooledJsonResponse.ContentType;
            return; // the length is unknown without the items
        }

        JsonTypeInfo<T> type = typeInfo ?? (JsonTypeInfo<T>)PooledJsonResponse.TypeOf(httpContext, typeof(T));
        (int status, string? contentType) = (response.StatusCode, response.ContentType);
        PooledAsyncUtf8JsonWriter lease = PooledJsonResponse.PoolOf(pool, httpContext)
            .RentAsyncWriter(response.BodyWriter, PooledJsonResponse.OptionsOf(type));
        try
        {
            response.StatusCode = StatusCode ?? status;
            response.ContentType = PooledJsonResponse.ContentType;
            await WriteAsync(lease, type, httpContext.RequestAborted).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            PooledJsonResponse.AbortIfNeeded(httpContext, exception);
            if (!response.HasStarted)
                (response.StatusCode, response.ContentType) = (status, contentType);

            throw;
        }
        finally
        {
            lease.Discard(); // nothing is left of a complete document; the rest of an incomplete one is not sent
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WriteAsync(
        PooledAsyncUtf8JsonWriter lease, JsonTypeInfo<T> type, CancellationToken aborted)
    {
        IAsyncEnumerator<T> items = Value!.GetAsyncEnumerator(aborted);
        await using (items.ConfigureAwait(false))
        {
            lease.Writer.WriteStartArray();
            while (await NextAsync(items, lease, aborted).ConfigureAwait(false))
            {
                JsonSerializer.Serialize(lease.Writer, items.Current, type);
                if (!await lease.DrainIfNeededAsync(aborted).ConfigureAwait(false))
                    throw PooledJsonResponse.ClientHasGone(aborted);
            }
        }

        lease.Writer.WriteEndArray();
        if (!await lease.FlushAsync(aborted).ConfigureAwait(false))
            throw PooledJsonResponse.ClientHasGone(aborted);
    }

    // While the sequence makes the result wait, the client gets what there is.
    private static ValueTask<bool> NextAsync(
        IAsyncEnumerator<T> items, PooledAsyncUtf8JsonWriter lease, CancellationToken aborted)
    {
        ValueTask<bool> next = items.MoveNextAsync();
        return next.IsCompleted || !HasItems(lease.Writer) ? next : FlushMeanwhileAsync(next, lease, aborted);
    }

    // Its state is pooled: a sequence may wait for each of its items.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<bool> FlushMeanwhileAsync(
        ValueTask<bool> next, PooledAsyncUtf8JsonWriter lease, CancellationToken aborted)
    {
        ExceptionDispatchInfo? fault = null;
        try
        {
            if (!await lease.FlushAsync(aborted).ConfigureAwait(false))
                throw PooledJsonResponse.ClientHasGone(aborted);
        }
        catch (Exception exception)
        {
            fault = ExceptionDispatchInfo.Capture(exception);
        }

        bool hasNext = false;
        try
        {
            hasNext = await next.ConfigureAwait(false); // nobody may dispose the sequence before
        }
        catch (Exception) when (fault is not null)
        {
            // that of the flush came first
        }

        fault?.Throw();
        return hasNext;
    }

    // More than the bracket: a sequence that fails with its first item is answered with an error.
    private static bool HasItems(Utf8JsonWriter writer) => writer.BytesCommitted + writer.BytesPending > 1;
}
