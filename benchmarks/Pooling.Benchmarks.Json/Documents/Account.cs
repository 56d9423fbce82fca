namespace Pooling.Benchmarks.Json.Documents;

/// <summary>An account of 850 B.</summary>
internal sealed record Account(
    int Id, string Name, string Email, bool Active, decimal Balance, DateTime Since, PostalAddress Address, string[] Tags,
    AccountOrder[] Orders, string Note)
{
    internal static Account Create() => new(
        10_000,
        "Frieda Musterfrau",
        "frieda.musterfrau@customers.example",
        true,
        1234.56m,
        new DateTime(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc),
        PostalAddress.Create(),
        ["wholesale", "priority", "newsletter"],
        [.. Enumerable.Range(900_000, 3).Select(static id => new AccountOrder(id, 99.95m, "delivered"))],
        string.Concat(Enumerable.Repeat("Ring twice, or leave it at the desk. ", 11)));

    internal static void Write(Utf8JsonWriter writer, Account value)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, value.Id);
        writer.WriteString("name"u8, value.Name);
        writer.WriteString("email"u8, value.Email);
        writer.WriteBoolean("active"u8, value.Active);
        writer.WriteNumber("balance"u8, value.Balance);
        writer.WriteString("since"u8, value.Since);
        writer.WritePropertyName("address"u8);
        PostalAddress.Write(writer, value.Address);
        writer.WriteStartArray("tags"u8);
        foreach (string tag in value.Tags)
            writer.WriteStringValue(tag);

        writer.WriteEndArray();
        writer.WriteStartArray("orders"u8);
        foreach (AccountOrder order in value.Orders)
            AccountOrder.Write(writer, order);

        writer.WriteEndArray();
        writer.WriteString("note"u8, value.Note);
        writer.WriteEndObject();
    }
}
