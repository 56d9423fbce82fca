using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>A result whose document is a serialized value.</summary>
internal sealed class PooledJsonValueResult<T>(T value, JsonTypeInfo<T> typeInfo, Utf8JsonWriterPool? pool, int? statusCode)
    : PooledJsonResult(pool, statusCode)
{
    private protected override JsonWriterOptions Options => OptionsOf(typeInfo);

    private protected override void Write(Utf8JsonWriter writer) => JsonSerializer.Serialize(writer, value, typeInfo);
}
