using System.Text.Json;

namespace Pooling.Tour.Sections.Json;

/// <summary>The response to a new order: 145 bytes.</summary>
internal sealed class Receipt : IJsonDocument
{
    public int Id { get; set; }

    public string Symbol { get; } = "ACME.X";

    public string Side { get; } = "buy";

    public decimal Price { get; } = 101.25m;

    public int Quantity { get; } = 300;

    public string Venue { get; } = "Xetra Frankfurt";

    public DateTime Time { get; } = new(2026, 1, 15, 9, 30, 0, DateTimeKind.Utc);

    public bool Accepted { get; } = true;

    public static void Write(Utf8JsonWriter writer, Receipt receipt)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, receipt.Id);
        writer.WriteString("symbol"u8, receipt.Symbol);
        writer.WriteString("side"u8, receipt.Side);
        writer.WriteNumber("price"u8, receipt.Price);
        writer.WriteNumber("quantity"u8, receipt.Quantity);
        writer.WriteString("venue"u8, receipt.Venue);
        writer.WriteString("time"u8, receipt.Time);
        writer.WriteBoolean("accepted"u8, receipt.Accepted);
        writer.WriteEndObject();
    }
}
