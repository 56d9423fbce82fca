using System.Text.Json;

namespace Pooling.JsonExport;

/// <summary>Writes the document value by value, with the same calls before and after.</summary>
internal static class CustomerJson
{
    public static void WriteStart(Utf8JsonWriter writer, CustomerPage page)
    {
        writer.WriteStartObject();
        writer.WriteString("@odata.context"u8, page.Context);
        writer.WriteStartArray("value"u8);
    }

    public static void WriteCustomer(Utf8JsonWriter writer, Customer customer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("Id"u8, customer.Id);
        writer.WriteString("Name"u8, customer.Name);
        writer.WriteStartArray("Emails"u8);
        foreach (string email in customer.Emails)
            writer.WriteStringValue(email);

        writer.WriteEndArray();
        writer.WritePropertyName("HomeAddress"u8);
        WriteAddress(writer, customer.HomeAddress);
        writer.WriteStartArray("Addresses"u8);
        foreach (Address address in customer.Addresses)
            WriteAddress(writer, address);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    public static void WriteEnd(Utf8JsonWriter writer)
    {
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void WriteAddress(Utf8JsonWriter writer, Address address)
    {
        writer.WriteStartObject();
        writer.WriteString("City"u8, address.City);
        writer.WriteString("Street"u8, address.Street);
        writer.WriteEndObject();
    }
}
