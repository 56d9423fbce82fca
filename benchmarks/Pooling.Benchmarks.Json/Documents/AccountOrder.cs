namespace Pooling.Benchmarks.Json.Documents;

/// <summary>An order in an account.</summary>
internal sealed record AccountOrder(int Id, decimal Total, string State)
{
    internal static void Write(Utf8JsonWriter writer, AccountOrder value)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, value.Id);
        writer.WriteNumber("total"u8, value.Total);
        writer.WriteString("state"u8, value.State);
        writer.WriteEndObject();
    }
}
