using System.Xml;
using Microsoft.OData.Edm;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>A <see cref="Utf8JsonWriter"/> with OData's interface; without a writer, it does nothing. The owner of the writer flushes
/// it.</summary>
internal readonly struct Utf8ODataWriter(Utf8JsonWriter? writer) : IJsonWriter
{
    public void StartPaddingFunctionScope() => throw new NotSupportedException();
    public void EndPaddingFunctionScope() => throw new NotSupportedException();
    public void WritePaddingFunctionName(string functionName) => throw new NotSupportedException();
    public void StartObjectScope() => writer?.WriteStartObject();
    public void EndObjectScope() => writer?.WriteEndObject();
    public void StartArrayScope() => writer?.WriteStartArray();
    public void EndArrayScope() => writer?.WriteEndArray();
    public void WriteName(string name) => writer?.WritePropertyName(name);
    public void WriteValue(bool value) => writer?.WriteBooleanValue(value);
    public void WriteValue(int value) => writer?.WriteNumberValue(value);
    public void WriteValue(float value) => writer?.WriteNumberValue(value);
    public void WriteValue(short value) => writer?.WriteNumberValue(value);
    public void WriteValue(long value) => writer?.WriteNumberValue(value);
    public void WriteValue(double value) => writer?.WriteNumberValue(value);
    public void WriteValue(Guid value) => writer?.WriteStringValue(value);
    public void WriteValue(decimal value) => writer?.WriteNumberValue(value);
    public void WriteValue(DateTimeOffset value) => writer?.WriteStringValue(value);
    public void WriteValue(TimeSpan value) => writer?.WriteStringValue(XmlConvert.ToString(value));
    public void WriteValue(byte value) => writer?.WriteNumberValue(value);
    public void WriteValue(sbyte value) => writer?.WriteNumberValue(value);
    public void WriteValue(string value) => writer?.WriteStringValue(value);
    public void WriteValue(byte[] value) => writer?.WriteBase64StringValue(value);
    public void WriteValue(Date value) => writer?.WriteStringValue(value.ToString());
    public void WriteValue(TimeOfDay value) => writer?.WriteStringValue(value.ToString());
    public void WriteRawValue(string rawValue) => writer?.WriteRawValue(rawValue, skipInputValidation: true);

    public void Flush()
    {
    }
}
