using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result whose document a callback writes.</summary>
internal sealed class PooledJsonCallbackResult<TState>(
    Action<Utf8JsonWriter, TState> write, TState state, Utf8JsonWriterPool? pool, int? statusCode)
    : IResult, IStatusCodeHttpResult
{
    /// <inheritdoc/>
    public int? StatusCode => statusCode;

    /// <inheritdoc/>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);

        return PooledJsonResponse.WriteAsync(httpContext, pool, statusCode, default, write, state);
    }
}
