namespace Pooling.Benchmarks.Json.Documents;

/// <summary>One article of an order.</summary>
internal sealed record OrderLine(string Article, string Name, int Quantity, decimal Price)
{
    internal static void Write(Utf8JsonWriter writer, OrderLine value)
    {
        writer.WriteStartObject();
        writer.WriteString("article"u8, value.Article);
        writer.WriteString("name"u8, value.Name);
        writer.WriteNumber("quantity"u8, value.Quantity);
        writer.WriteNumber("price"u8, value.Price);
        writer.WriteEndObject();
    }
}
