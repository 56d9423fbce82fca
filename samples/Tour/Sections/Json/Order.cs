using System.Text.Json;

namespace Pooling.Tour.Sections.Json;

/// <summary>An order with its lines: 850 bytes.</summary>
internal sealed class Order : IJsonDocument
{
    public int Id { get; set; }

    public string Customer { get; } = "Jos\u00e9 Mart\u00ednez & Sons, Trading Company";

    public DateTime Time { get; } = new(2026, 1, 15, 9, 30, 0, DateTimeKind.Utc);

    public OrderLine[] Lines { get; } =
        [.. Enumerable.Range(1, 8).Select(static line => new OrderLine(line, "Bearing 6204-2RS, sealed", 12, 4.75m, line % 2 == 1))];

    public static void Write(Utf8JsonWriter writer, Order order)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, order.Id);
        writer.WriteString("customer"u8, order.Customer);
        writer.WriteString("time"u8, order.Time);
        writer.WriteStartArray("lines"u8);
        foreach (OrderLine line in order.Lines)
            OrderLine.Write(writer, line);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }
}
