namespace Pooling.Benchmarks.Json;

/// <summary>The plain codec: JSON as text through a <see cref="StreamWriter"/>, with a string for each number.</summary>
internal sealed class OpcTextEncoder(Stream stream) : IOpcEncoder, IDisposable
{
    private readonly StreamWriter _writer = new(stream, bufferSize: 1024, leaveOpen: true);
    private bool _needsComma;

    public void Dispose() => _writer.Dispose();

    public void Start(char bracket)
    {
        Separate();
        _writer.Write(bracket);
        _needsComma = false;
    }

    public void End(char bracket)
    {
        _writer.Write(bracket);
        _needsComma = true;
    }

    public void WriteName(string name)
    {
        WriteText(name);
        _writer.Write(':');
        _needsComma = false;
    }

    public void WriteNumber<T>(T value) where T : struct, INumber<T>
    {
        string text = value.ToString(null, CultureInfo.InvariantCulture);
        if (typeof(T) == typeof(long) || typeof(T) == typeof(ulong)) // as text: a number of JSON has 53 bits
            WriteText(text);
        else
            WriteRaw(text);
    }

    public void WriteOther(object value)
    {
        if (value is bool truth)
            WriteRaw(truth ? "true" : "false");
        else
            WriteText(value switch
            {
                DateTime time => time.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture),
                Guid guid => guid.ToString(),
                byte[] bytes => Convert.ToBase64String(bytes),
                _ => (string)value,
            });
    }

    private void WriteRaw(string value)
    {
        Separate();
        _writer.Write(value);
    }

    private void WriteText(string value)
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
    }

    private void Separate()
    {
        if (_needsComma)
            _writer.Write(',');

        _needsComma = true;
    }
}
