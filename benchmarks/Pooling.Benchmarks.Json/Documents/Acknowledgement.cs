namespace Pooling.Benchmarks.Json.Documents;

/// <summary>An acknowledgement of 23 B.</summary>
internal sealed record Acknowledgement(int Id, bool Ok)
{
    internal static Acknowledgement Create() => new(123_456, true);

    internal static void Write(Utf8JsonWriter writer, Acknowledgement value)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, value.Id);
        writer.WriteBoolean("ok"u8, value.Ok);
        writer.WriteEndObject();
    }
}
