using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result whose document is a serialized value.</summary>
internal sealed class PooledJsonValueResult<T>(
    T value, JsonTypeInfo<T>? typeInfo, Utf8JsonWriterPool? pool, int? statusCode)
    : PooledJsonResult<T>(value, statusCode)
{
    /// <inheritdoc/>
    public override Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);

        JsonTypeInfo type = typeInfo ?? TypeOf(httpContext);
        return PooledJsonResponse.WriteAsync(
            httpContext, pool, StatusCode, PooledJsonResponse.OptionsOf(type), Write, (Value, type));
    }

    private static void Write(Utf8JsonWriter writer, (T? Value, JsonTypeInfo Type) state)
    {
        if (state.Type is JsonTypeInfo<T> type)
            JsonSerializer.Serialize(writer, state.Value!, type);
        else
            JsonSerializer.Serialize(writer, state.Value, state.Type);
    }

    // As the results of the framework: an object of a derived class has all of its own properties, unless the class
    // says how the derived ones are written. Arrays are sealed: their items are written as the type says.
    private JsonTypeInfo TypeOf(HttpContext context)
    {
        JsonTypeInfo declared = PooledJsonResponse.TypeOf(context, typeof(T));
        return Value?.GetType() is { } actual && actual != declared.Type && !declared.Type.IsSealed
            && declared.PolymorphismOptions is null
                ? PooledJsonResponse.TypeOf(context, actual)
                : declared;
    }
}
