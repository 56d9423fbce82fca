using System.Text.Encodings.Web;

namespace Pooling.Benchmarks.Json;

/// <summary>The codec over <see cref="Utf8JsonWriter"/>: ours and the published one. The latter checks before each object and array whether
/// its buffer is full, and empties it into the stream.</summary>
internal readonly struct OpcJsonEncoder(Utf8JsonWriter writer, ArrayPoolBuffer? buffer = null, Stream? stream = null) : IOpcEncoder
{
    internal static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public void Start(char bracket)
    {
        if (buffer is not null && buffer.Written.Length + writer.BytesPending >= ArrayPoolBuffer.InitialCapacity)
            Drain();

        if (bracket == '{')
            writer.WriteStartObject();
        else
            writer.WriteStartArray();
    }

    public void End(char bracket)
    {
        if (bracket == '}')
            writer.WriteEndObject();
        else
            writer.WriteEndArray();
    }

    public void WriteName(string name) => writer.WritePropertyName(name);

    public void WriteNumber<T>(T value) where T : struct, INumber<T>
    {
        if (typeof(T) == typeof(long) || typeof(T) == typeof(ulong))
            WriteAsText(value);
        else if (typeof(T) == typeof(float))
            writer.WriteNumberValue(float.CreateTruncating(value));
        else if (typeof(T) == typeof(double))
            writer.WriteNumberValue(double.CreateTruncating(value));
        else
            writer.WriteNumberValue(long.CreateTruncating(value));
    }

    public void WriteOther(object value)
    {
        if (value is bool truth)
            writer.WriteBooleanValue(truth);
        else if (value is string text)
            writer.WriteStringValue(text);
        else if (value is DateTime time)
            writer.WriteStringValue(time);
        else if (value is Guid guid)
            writer.WriteStringValue(guid);
        else
            writer.WriteBase64StringValue((byte[])value);
    }

    internal void Drain()
    {
        writer.Flush();
        stream!.Write(buffer!.Written.Span);
        buffer.Clear();
    }

    private void WriteAsText<T>(T value) where T : struct, INumber<T> // a JSON number has 53 bits
    {
        Span<byte> text = stackalloc byte[20];
        value.TryFormat(text, out int length, default, CultureInfo.InvariantCulture);
        writer.WriteStringValue(text[..length]);
    }
}
