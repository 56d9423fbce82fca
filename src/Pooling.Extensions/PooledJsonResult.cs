using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result that writes a whole document before it sends any of it.</summary>
internal abstract class PooledJsonResult(Utf8JsonWriterPool? pool, int? statusCode) : IResult
{
    internal const string ContentType = "application/json; charset=utf-8";

    private const int MaxPiece = 64 * 1024; // the server copies a piece before it sends it

    /// <summary>Gets the options of the writer.</summary>
    private protected abstract JsonWriterOptions Options { get; }

    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);

        CancellationToken aborted = httpContext.RequestAborted;
        if (aborted.IsCancellationRequested)
            return;

        HttpResponse response = httpContext.Response;
        if (TryEndWithoutBody(response, statusCode))
            return;

        using PooledUtf8JsonWriter lease = PoolOf(pool, httpContext).Rent(Options);
        Write(lease.Writer);
        int length = lease.WrittenCount;
        lease.NextDocument(); // throws if the callback has not written one whole value
        response.StatusCode = statusCode ?? response.StatusCode;
        response.ContentType = ContentType;
        response.ContentLength = length;
        if (!HttpMethods.IsHead(httpContext.Request.Method))
            await SendAsync(response, lease.WrittenMemory[..length], aborted).ConfigureAwait(false);
    }

    /// <summary>Sets a status that allows no body.</summary>
    /// <returns><see langword="false"/> if the response has a body; nothing was changed.</returns>
    internal static bool TryEndWithoutBody(HttpResponse response, int? statusCode)
    {
        int status = statusCode ?? response.StatusCode;
        if (status is not (StatusCodes.Status204NoContent or StatusCodes.Status205ResetContent or StatusCodes.Status304NotModified))
            return false;

        response.StatusCode = status;
        return true;
    }

    /// <summary>Returns the pool to rent from.</summary>
    internal static Utf8JsonWriterPool PoolOf(Utf8JsonWriterPool? pool, HttpContext context) =>
        pool ?? context.RequestServices?.GetService<Utf8JsonWriterPool>() ?? Utf8JsonWriterPool.Shared;

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

    /// <summary>Writes the document.</summary>
    private protected abstract void Write(Utf8JsonWriter writer);

    private static async Task SendAsync(HttpResponse response, ReadOnlyMemory<byte> document, CancellationToken aborted)
    {
        try
        {
            while (!document.IsEmpty)
            {
                ReadOnlyMemory<byte> piece = document[..Math.Min(document.Length, MaxPiece)];
                document = document[piece.Length..];
                FlushResult flushed = await response.BodyWriter.WriteAsync(piece, aborted).ConfigureAwait(false);
                if (flushed.IsCompleted || flushed.IsCanceled)
                    return; // the client has gone
            }
        }
        catch (OperationCanceledException) when (aborted.IsCancellationRequested)
        {
            // the client has gone
        }
    }
}
