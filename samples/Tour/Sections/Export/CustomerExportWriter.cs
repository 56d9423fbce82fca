using System.Text.Json;

namespace Pooling.Tour.Sections.Export;

/// <summary>Writes the export value by value.</summary>
internal static class CustomerExportWriter
{
    /// <param name="writer">Where to write.</param>
    /// <param name="export">What to write.</param>
    /// <param name="flushEvery">Flush after so many customers; 0 leaves that to whoever owns the writer.</param>
    public static void Write(Utf8JsonWriter writer, CustomerExport export, int flushEvery)
    {
        writer.WriteStartObject();
        writer.WriteString("@odata.context"u8, export.Context);
        writer.WriteStartArray("value"u8);
        for (int i = 0; i < export.Value.Count; i++)
        {
            Write(writer, export.Value[i]);
            if (flushEvery > 0 && (i + 1) % flushEvery == 0)
                writer.Flush();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, Customer customer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("Id"u8, customer.Id);
        writer.WriteString("Name"u8, customer.Name);
        writer.WriteStartArray("Emails"u8);
        for (int i = 0; i < customer.Emails.Count; i++)
            writer.WriteStringValue(customer.Emails[i]);

        writer.WriteEndArray();
        writer.WritePropertyName("HomeAddress"u8);
        Write(writer, customer.HomeAddress);
        writer.WriteStartArray("Addresses"u8);
        for (int i = 0; i < customer.Addresses.Count; i++)
            Write(writer, customer.Addresses[i]);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, Address address)
    {
        writer.WriteStartObject();
        writer.WriteString("City"u8, address.City);
        writer.WriteString("Street"u8, address.Street);
        writer.WriteEndObject();
    }
}
