using System.Text.Json;
using Microsoft.OData.Edm;
using Microsoft.OData.Json;
using Pooling.Json;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>A leased writer in the shape that OData's message writer takes. Customers have text, numbers and lists only; the rest is
/// written as OData does.</summary>
internal sealed class LeasedJsonWriter : IJsonWriter
{
    private readonly Utf8JsonWriter _writer;
    private readonly PooledUtf8JsonWriter? _lease; // none if whoever holds the lease awaits its target

    internal LeasedJsonWriter(PooledUtf8JsonWriter lease)
    {
        _writer = lease.Writer;
        _lease = lease;
    }

    internal LeasedJsonWriter(PooledAsyncUtf8JsonWriter lease) => _writer = lease.Writer;

    public void StartPaddingFunctionScope() => throw new NotSupportedException();

    public void EndPaddingFunctionScope() => throw new NotSupportedException();

    public void StartObjectScope() => _writer.WriteStartObject();

    public void EndObjectScope() => _writer.WriteEndObject();

    public void StartArrayScope() => _writer.WriteStartArray();

    public void EndArrayScope() => _writer.WriteEndArray();

    public void WriteName(string name) => _writer.WritePropertyName(name);

    public void WritePaddingFunctionName(string functionName) => throw new NotSupportedException();

    public void WriteValue(bool value) => _writer.WriteBooleanValue(value);

    public void WriteValue(int value) => _writer.WriteNumberValue(value);

    public void WriteValue(float value) => _writer.WriteNumberValue(value);

    public void WriteValue(short value) => _writer.WriteNumberValue(value);

    public void WriteValue(long value) => _writer.WriteNumberValue(value);

    public void WriteValue(double value) => _writer.WriteNumberValue(value);

    public void WriteValue(Guid value) => _writer.WriteStringValue(value);

    public void WriteValue(decimal value) => _writer.WriteNumberValue(value);

    public void WriteValue(DateTimeOffset value) => _writer.WriteStringValue(value);

    public void WriteValue(TimeSpan value) => _writer.WriteStringValue(System.Xml.XmlConvert.ToString(value));

    public void WriteValue(byte value) => _writer.WriteNumberValue(value);

    public void WriteValue(sbyte value) => _writer.WriteNumberValue(value);

    public void WriteValue(string value) => _writer.WriteStringValue(value);

    public void WriteValue(byte[] value) => _writer.WriteBase64StringValue(value);

    public void WriteValue(Date value) => _writer.WriteStringValue(value.ToString());

    public void WriteValue(TimeOfDay value) => _writer.WriteStringValue(value.ToString());

    public void WriteRawValue(string rawValue) => _writer.WriteRawValue(rawValue, skipInputValidation: true);

    public void Flush() => _lease?.Flush();
}
