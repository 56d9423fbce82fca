using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Pooling.Tour.Sections.Json;

/// <summary>The responses of an order service.</summary>
internal static class Order
{
    private static readonly JsonEncodedText s_id = JsonEncodedText.Encode("id");
    private static readonly DateTime s_time = new(2026, 1, 15, 9, 30, 0, DateTimeKind.Utc);

    /// <summary>The response to a new order: 145 bytes.</summary>
    public static void WriteReceipt(Utf8JsonWriter writer, int number)
    {
        writer.WriteStartObject();
        writer.WriteNumber(s_id, Id(number));
        writer.WriteString("symbol", "ACME.X");
        writer.WriteString("side", "buy");
        writer.WriteNumber("price", 101.25m);
        writer.WriteNumber("quantity", 300);
        writer.WriteString("venue", "Xetra Frankfurt");
        writer.WriteString("time", s_time);
        writer.WriteBoolean("accepted", true);
        writer.WriteEndObject();
    }

    /// <summary>An order with its lines: 850 bytes.</summary>
    public static void WriteDocument(Utf8JsonWriter writer, int number)
    {
        writer.WriteStartObject();
        writer.WriteNumber(s_id, Id(number));
        writer.WriteString("customer", "Jos\u00e9 Mart\u00ednez & Sons, Trading Company");
        writer.WriteString("time", s_time);
        writer.WriteStartArray("lines");
        for (int i = 0; i < 8; i++)
        {
            writer.WriteStartObject();
            writer.WriteNumber("line", i + 1);
            writer.WriteString("article", "Bearing 6204-2RS, sealed");
            writer.WriteNumber("quantity", 12);
            writer.WriteNumber("price", 4.75m);
            writer.WriteBoolean("in stock", i % 2 == 0);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    /// <summary>Stands for the response that sends the document.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static long Send(ReadOnlySpan<byte> encoded) => encoded.Length + encoded[7] + encoded[9];

    // Always five digits, so that all documents have the same length.
    private static int Id(int number) => 10_000 + (number & 0xffff);
}
