using System.Text.Json.Serialization;

namespace Contoso.Api1;

internal sealed record Order(int Number, string Customer, decimal Total);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Order))]
internal sealed partial class OrderContext : JsonSerializerContext;
