namespace Pooling.Benchmarks.Json.Documents;

/// <summary>An address in an order or an account.</summary>
internal sealed record PostalAddress(string Street, string City, string Zip)
{
    internal static PostalAddress Create() => new("Kirchgasse 12, Hinterhaus", "Freudenstadt", "72250");

    internal static void Write(Utf8JsonWriter writer, PostalAddress value)
    {
        writer.WriteStartObject();
        writer.WriteString("street"u8, value.Street);
        writer.WriteString("city"u8, value.City);
        writer.WriteString("zip"u8, value.Zip);
        writer.WriteEndObject();
    }
}
