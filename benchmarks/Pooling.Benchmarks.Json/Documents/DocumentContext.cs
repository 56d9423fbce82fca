namespace Pooling.Benchmarks.Json.Documents;

/// <summary>What the compiler generates for the serializer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Acknowledgement))]
[JsonSerializable(typeof(ChatMessage))]
[JsonSerializable(typeof(Account))]
[JsonSerializable(typeof(Order[]))]
internal sealed partial class DocumentContext : JsonSerializerContext;
