using System.Text.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The codec over <see cref="Utf8JsonWriter"/>, from values without boxes: the published one and ours.</summary>
/// <param name="writer">What it writes to.</param>
/// <param name="beforeContainer">Called before each object and array: where the published codec looks at its buffer.</param>
internal readonly struct OpcJsonEncoder(Utf8JsonWriter writer, Action? beforeContainer)
{
    internal void Write(OpcPayload payload)
    {
        OpenObject();
        writer.WritePropertyName("Scalars"u8);
        OpenArray();
        foreach (OpcVariant variant in payload.Scalars)
            Write(variant);

        writer.WriteEndArray();
        writer.WritePropertyName("DataValues"u8);
        OpenArray();
        foreach (OpcDataValue value in payload.DataValues)
        {
            OpenObject();
            writer.WritePropertyName("Value"u8);
            Write(value.Value);
            writer.WriteNumber("StatusCode"u8, value.Status);
            writer.WriteString("SourceTimestamp"u8, value.SourceTimestamp);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WritePropertyName("Arrays"u8);
        OpenArray();
        foreach (OpcVariant variant in payload.Arrays)
            Write(variant);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private void Write(in OpcVariant variant)
    {
        OpenObject();
        writer.WriteNumber("Type"u8, (int)variant.Type);
        writer.WritePropertyName("Body"u8);
        if (variant.Reference is Array array && variant.Type != OpcType.ByteString)
            WriteArray(variant.Type, array);
        else
            WriteScalar(variant);

        writer.WriteEndObject();
    }

    private void WriteScalar(in OpcVariant variant)
    {
        switch (variant.Type)
        {
            case OpcType.Boolean:
                writer.WriteBooleanValue(variant.Bits != 0);
                break;
            case OpcType.Int64:
                WriteText(variant.Bits);
                break;
            case OpcType.UInt64:
                WriteText((ulong)variant.Bits);
                break;
            case OpcType.Float:
                writer.WriteNumberValue(BitConverter.Int32BitsToSingle((int)variant.Bits));
                break;
            case OpcType.Double:
                writer.WriteNumberValue(BitConverter.Int64BitsToDouble(variant.Bits));
                break;
            case OpcType.String:
                writer.WriteStringValue((string)variant.Reference!);
                break;
            case OpcType.DateTime:
                writer.WriteStringValue(new DateTime(variant.Bits, DateTimeKind.Utc));
                break;
            case OpcType.Guid:
                writer.WriteStringValue((Guid)variant.Reference!);
                break;
            case OpcType.ByteString:
                writer.WriteBase64StringValue((byte[])variant.Reference!);
                break;
            default:
                writer.WriteNumberValue(variant.Bits);
                break;
        }
    }

    private void WriteArray(OpcType type, Array array)
    {
        OpenArray();
        switch (type)
        {
            case OpcType.Int16:
                foreach (short item in (short[])array)
                    writer.WriteNumberValue(item);

                break;
            case OpcType.UInt16:
                foreach (ushort item in (ushort[])array)
                    writer.WriteNumberValue(item);

                break;
            case OpcType.Int32:
                foreach (int item in (int[])array)
                    writer.WriteNumberValue(item);

                break;
            case OpcType.UInt32:
                foreach (uint item in (uint[])array)
                    writer.WriteNumberValue(item);

                break;
            case OpcType.Int64:
                foreach (long item in (long[])array)
                    WriteText(item);

                break;
            case OpcType.UInt64:
                foreach (ulong item in (ulong[])array)
                    WriteText(item);

                break;
            case OpcType.Float:
                foreach (float item in (float[])array)
                    writer.WriteNumberValue(item);

                break;
            case OpcType.Double:
                foreach (double item in (double[])array)
                    writer.WriteNumberValue(item);

                break;
        }

        writer.WriteEndArray();
    }

    // As text: a number of JSON has 53 bits.
    private void WriteText<T>(T value) where T : IUtf8SpanFormattable
    {
        Span<byte> text = stackalloc byte[20];
        value.TryFormat(text, out int length, default, null);
        writer.WriteStringValue(text[..length]);
    }

    private void OpenObject()
    {
        beforeContainer?.Invoke();
        writer.WriteStartObject();
    }

    private void OpenArray()
    {
        beforeContainer?.Invoke();
        writer.WriteStartArray();
    }
}
