using System.Globalization;
using System.Numerics;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The codec over <see cref="Utf8JsonWriter"/>, from values without boxes: the published one and ours.</summary>
/// <param name="writer">What it writes to.</param>
/// <param name="beforeContainer">Called before each object and array: where the published codec looks at its buffer.</param>
internal readonly struct OpcJsonEncoder(Utf8JsonWriter writer, Action? beforeContainer = null) : IOpcItems
{
    internal static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    internal void Write(OpcPayload payload)
    {
        OpenObject();
        OpenArray("Scalars"u8);
        foreach (OpcVariant variant in payload.Scalars)
            Write(variant);

        writer.WriteEndArray();
        OpenArray("DataValues"u8);
        foreach ((OpcVariant value, DateTime time) in payload.DataValues)
        {
            OpenObject();
            writer.WritePropertyName("Value"u8);
            Write(value);
            writer.WriteNumber("StatusCode"u8, 0);
            writer.WriteString("SourceTimestamp"u8, time);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        OpenArray("Arrays"u8);
        foreach (OpcArray array in payload.Arrays)
        {
            OpenObject();
            writer.WriteNumber("Type"u8, (int)array.Type);
            OpenArray("Body"u8);
            array.WriteItems(this);
            writer.WriteEndArray();
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    public void WriteItems<T>(T[] items) where T : struct, INumber<T>
    {
        foreach (T item in items)
        {
            if (typeof(T) == typeof(long) || typeof(T) == typeof(ulong))
                WriteText(item);
            else if (typeof(T) == typeof(float))
                writer.WriteNumberValue(float.CreateTruncating(item));
            else if (typeof(T) == typeof(double))
                writer.WriteNumberValue(double.CreateTruncating(item));
            else
                writer.WriteNumberValue(long.CreateTruncating(item));
        }
    }

    private void Write(in OpcVariant variant)
    {
        OpenObject();
        writer.WriteNumber("Type"u8, (int)variant.Type);
        writer.WritePropertyName("Body"u8);
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

        writer.WriteEndObject();
    }

    // As text: a number of JSON has 53 bits.
    private void WriteText<T>(T value) where T : INumber<T>
    {
        Span<byte> text = stackalloc byte[20];
        value.TryFormat(text, out int length, default, CultureInfo.InvariantCulture);
        writer.WriteStringValue(text[..length]);
    }

    private void OpenObject()
    {
        beforeContainer?.Invoke();
        writer.WriteStartObject();
    }

    private void OpenArray(ReadOnlySpan<byte> name)
    {
        beforeContainer?.Invoke();
        writer.WriteStartArray(name);
    }
}

/// <summary>The technique of the published codec: a writer that is kept, a pooled buffer, and a look at 16 KB whenever an object or an array
/// starts.</summary>
internal sealed class PublishedOpcEncoder
{
    private const int BufferSize = 16 * 1024;

    private readonly Utf8JsonWriter _writer = new(Stream.Null, OpcJsonEncoder.Options); // kept for each value of Indented: one here
    private readonly Action _look;
    private PublishedArrayPoolWriter? _buffer;
    private Stream? _stream;

    internal PublishedOpcEncoder() => _look = Look;

    internal byte[] Write(OpcPayload payload)
    {
        using var buffer = new PublishedArrayPoolWriter(BufferSize, isCleared: false);
        _writer.Reset(buffer);
        new OpcJsonEncoder(_writer).Write(payload);
        _writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    internal void Write(OpcPayload payload, Stream stream)
    {
        using (_buffer = new PublishedArrayPoolWriter(BufferSize, isCleared: false))
        {
            _stream = stream;
            _writer.Reset(_buffer);
            new OpcJsonEncoder(_writer, _look).Write(payload);
            _writer.Flush();
            _buffer.MoveTo(stream);
        }
    }

    private void Look()
    {
        if (_buffer!.WrittenCount + _writer.BytesPending < BufferSize)
            return;

        _writer.Flush();
        _buffer.MoveTo(_stream!);
    }
}
