using System.Text.Json.Serialization;

namespace Pooling.Tour.Sections.Json;

/// <summary>The context of the serializer. The compiler generates its code.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Receipt))]
[JsonSerializable(typeof(Order))]
internal sealed partial class OrderContext : JsonSerializerContext;
