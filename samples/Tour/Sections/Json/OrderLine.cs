using System.Text.Json;

namespace Pooling.Tour.Sections.Json;

/// <summary>A line of an order.</summary>
internal sealed record OrderLine(int Line, string Article, int Quantity, decimal Price, bool Available)
{
    public static void Write(Utf8JsonWriter writer, OrderLine line)
    {
        writer.WriteStartObject();
        writer.WriteNumber("line"u8, line.Line);
        writer.WriteString("article"u8, line.Article);
        writer.WriteNumber("quantity"u8, line.Quantity);
        writer.WriteNumber("price"u8, line.Price);
        writer.WriteBoolean("available"u8, line.Available);
        writer.WriteEndObject();
    }
}
