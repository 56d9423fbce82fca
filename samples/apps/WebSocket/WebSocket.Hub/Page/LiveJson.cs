using System.Text.Json;

namespace WebSockets.Hub.Page;

/// <summary>Reads and writes the messages between pages and the hub.</summary>
internal static class LiveJson
{
    /// <summary>The maximum size of a command of a page in bytes.</summary>
    public const int MaxCommandLength = 125;

    private static readonly JsonEncodedText[] s_names =
        [JsonEncodedText.Encode("before"), JsonEncodedText.Encode("plain"), JsonEncodedText.Encode("pooled")]; // by HubMode

    public static JsonEncodedText NameOf(HubMode mode) => s_names[(int)mode];

    /// <summary>Reads the command of a page: <c>{"serve":"before"}</c>, or with another mode.</summary>
    /// <returns><see langword="null"/> if it is not a command.</returns>
    public static HubMode? ReadCommand(InboundMessage message)
    {
        if (!message.IsText)
            return null;

        var reader = new Utf8JsonReader(message.Payload);
        try
        {
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject
                || !reader.Read() || reader.TokenType != JsonTokenType.PropertyName || !reader.ValueTextEquals("serve"u8)
                || !reader.Read() || reader.TokenType != JsonTokenType.String)
            {
                return null;
            }

            HubMode? mode = null;
            for (int i = 0; i < s_names.Length; i++)
                mode = reader.ValueTextEquals(s_names[i].EncodedUtf8Bytes) ? (HubMode)i : mode;

            return reader.Read() && reader.TokenType == JsonTokenType.EndObject && !reader.Read() ? mode : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>Writes the first message to a page, with the id of the hub and its last samples.</summary>
    public static void WriteHello(Utf8JsonWriter writer, LiveHello hello)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, "hello"u8);
        writer.WriteString("hub"u8, hello.Hub);
        writer.WriteString("about"u8, hello.About);
        writer.WriteString("chosen"u8, NameOf(hello.Chosen));
        writer.WriteStartArray("samples"u8);
        foreach (LiveSample sample in hello.Samples)
        {
            writer.WriteStartObject();
            sample.Write(writer);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    /// <summary>Writes the message that pages receive each second.</summary>
    public static void WriteSample(Utf8JsonWriter writer, in LiveSample sample)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, "sample"u8);
        sample.Write(writer);
        writer.WriteEndObject();
    }

    /// <summary>Writes the message that all pages receive when the mode was changed.</summary>
    public static void WriteChosen(Utf8JsonWriter writer, HubMode mode)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, "chosen"u8);
        writer.WriteString("chosen"u8, NameOf(mode));
        writer.WriteEndObject();
    }
}
