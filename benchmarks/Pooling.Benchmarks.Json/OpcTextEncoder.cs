using System.Globalization;
using System.Text;

namespace Pooling.Benchmarks.Json;

/// <summary>The plain codec: JSON as text through a <see cref="StreamWriter"/>, from boxed values.</summary>
internal sealed class OpcTextEncoder : IDisposable
{
    private const int BufferChars = 1024;

    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);

    private readonly StreamWriter _writer;
    private bool _needsComma;

    internal OpcTextEncoder(Stream stream) => _writer = new StreamWriter(stream, s_utf8, BufferChars, leaveOpen: true);

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
        foreach (BoxedDataValue value in payload.BoxedDataValues)
        {
            Open('{');
            Name("Value");
            Write(value.Value);
            Name("StatusCode");
            Raw(value.Status.ToString(CultureInfo.InvariantCulture));
            Name("SourceTimestamp");
            Quoted(Format(value.SourceTimestamp));
            Close('}');
        }

        Close(']');
        Name("Arrays");
        Open('[');
        foreach (BoxedVariant variant in payload.BoxedArrays)
            Write(variant);

        Close(']');
        Close('}');
    }

    private void Write(BoxedVariant variant)
    {
        Open('{');
        Name("Type");
        Raw(((int)variant.Type).ToString(CultureInfo.InvariantCulture));
        Name("Body");
        if (variant.Value is Array array && variant.Type != OpcType.ByteString)
        {
            WriteArray(variant.Type, array);
        }
        else
        {
            WriteScalar(variant.Type, variant.Value);
        }

        Close('}');
    }

    private void WriteArray(OpcType type, Array array)
    {
        switch (type)
        {
            case OpcType.Int16:
                WriteItems((short[])array, isText: false);
                break;
            case OpcType.UInt16:
                WriteItems((ushort[])array, isText: false);
                break;
            case OpcType.Int32:
                WriteItems((int[])array, isText: false);
                break;
            case OpcType.UInt32:
                WriteItems((uint[])array, isText: false);
                break;
            case OpcType.Int64:
                WriteItems((long[])array, isText: true);
                break;
            case OpcType.UInt64:
                WriteItems((ulong[])array, isText: true);
                break;
            case OpcType.Float:
                WriteItems((float[])array, isText: false);
                break;
            case OpcType.Double:
                WriteItems((double[])array, isText: false);
                break;
        }
    }

    private void WriteItems<T>(T[] items, bool isText) where T : IFormattable
    {
        Open('[');
        foreach (T item in items)
        {
            string text = item.ToString(null, CultureInfo.InvariantCulture);
            if (isText)
                Quoted(text);
            else
                Raw(text);
        }

        Close(']');
    }

    private void WriteScalar(OpcType type, object value)
    {
        switch (type)
        {
            case OpcType.Boolean:
                Raw((bool)value ? "true" : "false");
                break;
            case OpcType.Int64 or OpcType.UInt64: // as text: a number of JSON has 53 bits
                Quoted(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
                break;
            case OpcType.String:
                Quoted((string)value);
                break;
            case OpcType.DateTime:
                Quoted(Format((DateTime)value));
                break;
            case OpcType.Guid:
                Quoted(((Guid)value).ToString());
                break;
            case OpcType.ByteString:
                Quoted(Convert.ToBase64String((byte[])value));
                break;
            default:
                Raw(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
                break;
        }
    }

    private static string Format(DateTime value) => value.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);

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
            switch (character)
            {
                case '"' or '\\':
                    _writer.Write('\\');
                    _writer.Write(character);
                    break;
                case '\n':
                    _writer.Write("\\n");
                    break;
                default:
                    _writer.Write(character);
                    break;
            }
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
