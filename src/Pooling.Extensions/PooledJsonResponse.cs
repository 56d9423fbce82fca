using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>The responses of JSON results. A document is written as a whole before any of it is sent.</summary>
internal static class PooledJsonResponse
{
    internal const string MediaType = "application/json";
    internal const string ContentType = MediaType + "; charset=utf-8";

    private const int MaxPiece = 64 * 1024; // the server copies a piece before it sends it

    private static JsonOptions? s_defaults; // of a request without services

    /// <summary>Writes a document and sends it with its length.</summary>
    internal static async Task WriteAsync<TState>(
        HttpContext context, Utf8JsonWriterPool? pool, int? statusCode, JsonWriterOptions options,
        Action<Utf8JsonWriter, TState> write, TState state)
    {
        ThrowIfAborted(context);
        HttpResponse response = context.Response;
        if (TryEndWithoutBody(response, statusCode))
            return;

        using PooledUtf8JsonWriter lease = PoolOf(pool, context).Rent(options);
        write(lease.Writer, state);
        int length = lease.WrittenCount;
        lease.NextDocument(); // throws if the callback has not written one whole value
        ThrowIfAborted(context);
        (int Status, string? Type, long? Length) before =
            (response.StatusCode, response.ContentType, response.ContentLength);
        response.StatusCode = statusCode ?? before.Status;
        response.ContentType = ContentType;
        response.ContentLength = length;
        if (HttpMethods.IsHead(context.Request.Method))
            return;

        try
        {
            await SendAsync(context, lease.WrittenMemory[..length]).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            AbortIfNeeded(context, exception);
            if (!response.HasStarted)
                (response.StatusCode, response.ContentType, response.ContentLength) = before;

            throw;
        }
    }

    /// <summary>Ends a response that nobody waits for.</summary>
    /// <exception cref="OperationCanceledException">The client has gone, or a request timeout has ended the request.
    /// Without an exception, the middleware around the endpoint would take the response for a complete one, and a cache
    /// would store it.</exception>
    internal static void ThrowIfAborted(HttpContext context)
    {
        if (!context.RequestAborted.IsCancellationRequested)
            return;

        var canceled = new OperationCanceledException(context.RequestAborted);
        AbortIfNeeded(context, canceled);
        throw canceled;
    }

    /// <summary>Ends a response after an exception: nobody may take it for a complete one, neither a cache nor, if it
    /// has begun, the client. Before its first byte, a middleware can still answer, such as that of a time
    /// limit.</summary>
    internal static void AbortIfNeeded(HttpContext context, Exception exception)
    {
        bool hasStarted = context.Response.HasStarted;
        bool isCanceled = exception is OperationCanceledException && context.RequestAborted.IsCancellationRequested;
        if ((hasStarted || isCanceled) && context.Features.Get<IOutputCacheFeature>() is { } cache)
            cache.Context.AllowCacheStorage = false;

        if (hasStarted)
            context.Abort();
    }

    internal static OperationCanceledException ClientHasGone(CancellationToken aborted) =>
        new("The client has gone.", aborted);

    /// <summary>Sets a status that allows no body.</summary>
    /// <returns><see langword="false"/> if the response has a body; nothing was changed.</returns>
    internal static bool TryEndWithoutBody(HttpResponse response, int? statusCode)
    {
        int status = statusCode ?? response.StatusCode;
        if (status is not (StatusCodes.Status204NoContent or StatusCodes.Status205ResetContent
            or StatusCodes.Status304NotModified))
        {
            return false;
        }

        response.StatusCode = status;
        return true;
    }

    /// <summary>Returns the pool to rent from.</summary>
    internal static Utf8JsonWriterPool PoolOf(Utf8JsonWriterPool? pool, HttpContext context) =>
        pool ?? context.RequestServices?.GetService<Utf8JsonWriterPool>() ?? Utf8JsonWriterPool.Shared;

    /// <summary>Returns the description of a type by the options of the application.</summary>
    /// <exception cref="NotSupportedException">The options do not describe the type.</exception>
    internal static JsonTypeInfo TypeOf(HttpContext context, Type type)
    {
        JsonOptions options = context.RequestServices?.GetService<IOptions<JsonOptions>>()?.Value
            ?? (s_defaults ??= new JsonOptions());
        return options.SerializerOptions.GetTypeInfo(type);
    }

    /// <summary>Returns the options of a writer that writes as the serializer does.</summary>
    internal static JsonWriterOptions OptionsOf(JsonTypeInfo typeInfo) => new()
    {
        Encoder = typeInfo.Options.Encoder,
        Indented = typeInfo.Options.WriteIndented,
        IndentCharacter = typeInfo.Options.IndentCharacter,
        IndentSize = typeInfo.Options.IndentSize,
        NewLine = typeInfo.Options.NewLine,
        MaxDepth = typeInfo.Options.MaxDepth,
        SkipValidation = true, // what a serializer writes is valid
    };

    private static async Task SendAsync(HttpContext context, ReadOnlyMemory<byte> document)
    {
        PipeWriter body = context.Response.BodyWriter;
        while (!document.IsEmpty)
        {
            ReadOnlyMemory<byte> piece = document[..Math.Min(document.Length, MaxPiece)];
            document = document[piece.Length..];
            FlushResult flushed = await body.WriteAsync(piece, context.RequestAborted).ConfigureAwait(false);
            if (flushed.IsCompleted || flushed.IsCanceled)
                throw ClientHasGone(context.RequestAborted);
        }
    }
}
