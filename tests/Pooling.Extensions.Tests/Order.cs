using System.Text.Json.Serialization;

namespace Pooling.Extensions;

/// <summary>A value that the tests serialize.</summary>
public sealed record Order(int Number, string Customer);

/// <summary>Describes the values that the tests serialize.</summary>
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Order[]))]
internal sealed partial class OrderContext : JsonSerializerContext;
