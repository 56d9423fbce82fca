namespace Pooling.Benchmarks.Json.Documents;

/// <summary>A chat message of 145 B.</summary>
internal sealed record ChatMessage(string Type, int Id, string From, DateTime At, string Text)
{
    internal static ChatMessage Create() => new(
        "chat",
        4711,
        "Max",
        new DateTime(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc),
        "A wizard is never late, nor is he early; he arrives when he means to.");

    internal static void Write(Utf8JsonWriter writer, ChatMessage value)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, value.Type);
        writer.WriteNumber("id"u8, value.Id);
        writer.WriteString("from"u8, value.From);
        writer.WriteString("at"u8, value.At);
        writer.WriteString("text"u8, value.Text);
        writer.WriteEndObject();
    }
}
