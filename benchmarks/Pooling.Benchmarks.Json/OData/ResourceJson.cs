using System.Text.Json;
using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes resource objects with a <see cref="Utf8JsonWriter"/>.</summary>
internal static class ResourceJson
{
    internal static void Write(Utf8JsonWriter writer, ODataResourceValue resource) => Write(writer, resource.Properties);

    private static void Write(Utf8JsonWriter writer, IEnumerable<ODataProperty> properties)
    {
        writer.WriteStartObject();
        foreach (ODataProperty property in properties)
        {
            writer.WritePropertyName(property.Name);
            Write(writer, property.Value);
        }

        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, object value)
    {
        switch (value)
        {
            case string text:
                writer.WriteStringValue(text);
                break;
            case int number:
                writer.WriteNumberValue(number);
                break;
            case ODataResourceValue resource:
                Write(writer, resource.Properties);
                break;
            case ODataCollectionValue collection:
                writer.WriteStartArray();
                foreach (object item in collection.Items)
                    Write(writer, item);

                writer.WriteEndArray();
                break;
            default:
                throw new NotSupportedException($"Customers have no {value?.GetType().Name ?? "null"}.");
        }
    }
}
