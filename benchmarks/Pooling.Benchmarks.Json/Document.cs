namespace Pooling.Benchmarks.Json;

/// <summary>Writes documents as services send them.</summary>
internal static class Document
{
    private static readonly DateTime s_time = new(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);

    /// <summary>Writes the document that has about this size.</summary>
    internal static void Write(Utf8JsonWriter writer, int bytes)
    {
        switch (bytes)
        {
            case 23:
                WriteAcknowledgement(writer);
                break;
            case 145:
                WriteChatMessage(writer);
                break;
            case 850:
                WriteCustomer(writer, id: 10_000);
                break;
            default:
                writer.WriteStartArray();
                for (int i = 0; i < bytes / 850; i++)
                    WriteCustomer(writer, 10_000 + i);

                writer.WriteEndArray();
                break;
        }
    }

    private static void WriteAcknowledgement(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, 123456);
        writer.WriteBoolean("ok"u8, true);
        writer.WriteEndObject();
    }

    private static void WriteChatMessage(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, "chat");
        writer.WriteNumber("id"u8, 4711);
        writer.WriteString("from"u8, "Max");
        writer.WriteString("at"u8, s_time);
        writer.WriteString("text"u8, "A wizard is never late, nor is he early; he arrives when he means to.");
        writer.WriteEndObject();
    }

    private static void WriteCustomer(Utf8JsonWriter writer, int id)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, id);
        writer.WriteString("name"u8, "Frieda Musterfrau");
        writer.WriteString("email"u8, "frieda.musterfrau@customers.example");
        writer.WriteBoolean("active"u8, true);
        writer.WriteNumber("balance"u8, 1234.56m);
        writer.WriteString("since"u8, s_time);
        writer.WriteStartObject("address"u8);
        writer.WriteString("street"u8, "Kirchgasse 12, Hinterhaus");
        writer.WriteString("city"u8, "Freudenstadt");
        writer.WriteString("zip"u8, "72250");
        writer.WriteEndObject();
        writer.WriteStartArray("tags"u8);
        writer.WriteStringValue("wholesale");
        writer.WriteStringValue("priority");
        writer.WriteStringValue("newsletter");
        writer.WriteEndArray();
        writer.WriteStartArray("orders"u8);
        for (int i = 0; i < 3; i++)
        {
            writer.WriteStartObject();
            writer.WriteNumber("id"u8, 900_000 + i);
            writer.WriteNumber("total"u8, 99.95m);
            writer.WriteString("state"u8, "delivered");
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteString(
            "note"u8,
            "Please ring twice and leave the parcel with the neighbour on the second floor if nobody opens. "
            + "The gate to the yard is open between eight in the morning and six in the evening, "
            + "and the lift takes pallets of up to four hundred kilograms. "
            + "Invoices go to the office on the first floor, by post and not by mail, with the number of the order and the name of "
            + "whoever placed it; questions are answered there, also.");
        writer.WriteEndObject();
    }
}
