using System.Globalization;
using System.Text;

namespace Pooling.Benchmarks.Json;

/// <summary>The plain codec: JSON as text through a <see cref="StreamWriter"/>, from boxed values, with a string for each number.</summary>
internal sealed class OpcTextEncoder(Stream stream) : IOpcItems, IDisposable
{
    private const int BufferChars = 1024;

    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);

    private readonly StreamWriter _writer = new(stream, s_utf8, BufferChars, leaveOpen: true);
    private bool _needsComma;

    public void Dispose() => _writer.Dispose();

    internal void Write(OpcPayload payload)
    {
        Open('{');
        Name("Scalars");
        Open('[');
        foreach (BoxedVariant variant in payload.BoxedScalars)
            Write(variant);

        Close(']');
        Name("DataValues");
        Open('[');
        foreach ((BoxedVariant value, DateTime time) in payload.BoxedDataValues)
        {
            Open('{');
            Name("Value");
            Write(value);
            Name("StatusCode");
            Raw(0.ToString(CultureInfo.InvariantCulture));
            Name("SourceTimestamp");
            WriteScalar(time);
            Close('}');
        }

        Close(']');
        Name("Arrays");
        Open('[');
        foreach (OpcArray array in payload.Arrays)
        {
            OpenValue(array.Type);
            Open('[');
            array.WriteItems(this);
            Close(']');
            Close('}');
        }

        Close(']');
        Close('}');
    }

    public void WriteItems<T>(T[] items) where T : struct, System.Numerics.INumber<T>
    {
        foreach (T item in items)
        {
            string text = item.ToString(null, CultureInfo.InvariantCulture);
            if (typeof(T) == typeof(long) || typeof(T) == typeof(ulong))
                Quoted(text);
            else
                Raw(text);
        }
    }

    private void Write(BoxedVariant variant)
    {
        OpenValue(variant.Type);
        WriteScalar(variant.Value);
        Close('}');
    }

    private void OpenValue(OpcType type)
    {
        Open('{');
        Name("Type");
        Raw(((int)type).ToString(CultureInfo.InvariantCulture));
        Name("Body");
    }

    private void WriteScalar(object value)
    {
        switch (value)
        {
            case bool boolean:
                Raw(boolean ? "true" : "false");
                break;
            case long or ulong: // as text: a number of JSON has 53 bits
                Quoted(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
                break;
            case string text:
                Quoted(text);
                break;
            case DateTime time:
                Quoted(time.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture));
                break;
            case Guid guid:
                Quoted(guid.ToString());
                break;
            case byte[] bytes:
                Quoted(Convert.ToBase64String(bytes));
                break;
            case IFormattable number:
                Raw(number.ToString(null, CultureInfo.InvariantCulture));
                break;
        }
    }

    private void Open(char bracket)
    {
        Separate();
        _writer.Write(bracket);
        _needsComma = false;
    }

    private void Close(char bracket)
    {
        _writer.Write(bracket);
        _needsComma = true;
    }

    private void Name(string name)
    {
        Quoted(name);
        _writer.Write(':');
        _needsComma = false;
    }

    private void Raw(string value)
    {
        Separate();
        _writer.Write(value);
        _needsComma = true;
    }

    private void Quoted(string value)
    {
        Separate();
        _writer.Write('"');
        foreach (char character in value)
        {
            if (character is '"' or '\\' or '\n')
                _writer.Write('\\');

            _writer.Write(character == '\n' ? 'n' : character);
        }

        _writer.Write('"');
        _needsComma = true;
    }

    private void Separate()
    {
        if (_needsComma)
            _writer.Write(',');
    }
}
