using System.Text.Json.Serialization;

namespace Pooling.Samples.JsonExport;

/// <summary>Generated serialization code, which both ways use.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(List<Customer>))]
[JsonSerializable(typeof(IAsyncEnumerable<Customer>))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
