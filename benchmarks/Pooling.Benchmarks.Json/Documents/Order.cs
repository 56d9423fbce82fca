namespace Pooling.Benchmarks.Json.Documents;

/// <summary>An order of 429 B.</summary>
internal sealed record Order(
    int Id, string Customer, DateTime Placed, string State, decimal Total, PostalAddress Address, OrderLine[] Lines, string Note)
{
    internal static Order Create(int number) => new(
        481_516 + number,
        "Frieda Musterfrau",
        new DateTime(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc),
        "delivered",
        99.85m,
        PostalAddress.Create(),
        [new("A-1001", "Kettle, steel, 1.7 l", 1, 49.95m), new("A-2002", "Tea, Darjeeling, 250 g", 2, 24.95m)],
        "Ring twice, or leave it at the desk in the hall. Thanks!");

    internal static void Write(Utf8JsonWriter writer, Order value)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, value.Id);
        writer.WriteString("customer"u8, value.Customer);
        writer.WriteString("placed"u8, value.Placed);
        writer.WriteString("state"u8, value.State);
        writer.WriteNumber("total"u8, value.Total);
        writer.WritePropertyName("address"u8);
        PostalAddress.Write(writer, value.Address);
        writer.WriteStartArray("lines"u8);
        foreach (OrderLine line in value.Lines)
            OrderLine.Write(writer, line);

        writer.WriteEndArray();
        writer.WriteString("note"u8, value.Note);
        writer.WriteEndObject();
    }
}
