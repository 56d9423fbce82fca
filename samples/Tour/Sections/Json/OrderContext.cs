using System.Text.Json.Serialization;

namespace Pooling.Tour.Sections.Json;

/// <summary>What the compiler generates for the serializer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Receipt))]
[JsonSerializable(typeof(Order))]
internal sealed partial class OrderContext : JsonSerializerContext;
