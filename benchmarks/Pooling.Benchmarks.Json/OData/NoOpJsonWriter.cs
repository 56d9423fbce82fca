using Microsoft.OData.Edm;
using Microsoft.OData.Json;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Does nothing: what is left is the cost of everything around the writing.</summary>
internal sealed class NoOpJsonWriter : IJsonWriter
{
    public void StartPaddingFunctionScope()
    {
    }

    public void EndPaddingFunctionScope()
    {
    }

    public void StartObjectScope()
    {
    }

    public void EndObjectScope()
    {
    }

    public void StartArrayScope()
    {
    }

    public void EndArrayScope()
    {
    }

    public void WriteName(string name)
    {
    }

    public void WritePaddingFunctionName(string functionName)
    {
    }

    public void WriteValue(bool value)
    {
    }

    public void WriteValue(int value)
    {
    }

    public void WriteValue(float value)
    {
    }

    public void WriteValue(short value)
    {
    }

    public void WriteValue(long value)
    {
    }

    public void WriteValue(double value)
    {
    }

    public void WriteValue(Guid value)
    {
    }

    public void WriteValue(decimal value)
    {
    }

    public void WriteValue(DateTimeOffset value)
    {
    }

    public void WriteValue(TimeSpan value)
    {
    }

    public void WriteValue(byte value)
    {
    }

    public void WriteValue(sbyte value)
    {
    }

    public void WriteValue(string value)
    {
    }

    public void WriteValue(byte[] value)
    {
    }

    public void WriteValue(Date value)
    {
    }

    public void WriteValue(TimeOfDay value)
    {
    }

    public void WriteRawValue(string rawValue)
    {
    }

    public void Flush()
    {
    }
}
