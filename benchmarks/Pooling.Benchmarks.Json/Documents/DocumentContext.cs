namespace Pooling.Benchmarks.Json.Documents;

/// <summary>The context of the serializer. The compiler generates its code.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Acknowledgement))]
[JsonSerializable(typeof(ChatMessage))]
[JsonSerializable(typeof(Account))]
[JsonSerializable(typeof(Order[]))]
internal sealed partial class DocumentContext : JsonSerializerContext;
