namespace Pooling.Benchmarks.Json;

/// <summary>The plain codec: JSON as text through a <see cref="StreamWriter"/>, with a string for each number.</summary>
internal sealed class OpcTextEncoder(Stream stream) : IOpcEncoder, IDisposable
{
    private readonly StreamWriter _writer = new(stream, bufferSize: 1024, leaveOpen: true);
    private bool _needsComma;

    public void Dispose() => _writer.Dispose();

    public void Start(char bracket)
    {
        Write([bracket], isQuoted: false);
        _needsComma = false;
    }

    public void End(char bracket)
    {
        _writer.Write(bracket);
        _needsComma = true;
    }

    public void WriteName(string name)
    {
        Write(name, isQuoted: true);
        _writer.Write(':');
        _needsComma = false;
    }

    public void WriteNumber<T>(T value) where T : struct, INumber<T> =>
        Write(value.ToString(null, CultureInfo.InvariantCulture),
            isQuoted: typeof(T) == typeof(long) || typeof(T) == typeof(ulong)); // a JSON number has 53 bits

    public void WriteOther(object value) => Write(
        value switch
        {
            bool truth => truth ? "true" : "false",
            DateTime time => time.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture),
            Guid guid => guid.ToString(),
            byte[] bytes => Convert.ToBase64String(bytes),
            _ => (string)value,
        },
        isQuoted: value is not bool);

    private void Write(ReadOnlySpan<char> text, bool isQuoted)
    {
        if (_needsComma)
            _writer.Write(',');

        _needsComma = true;
        if (isQuoted)
            WriteQuoted(text);
        else
            _writer.Write(text);
    }

    private void WriteQuoted(ReadOnlySpan<char> text)
    {
        _writer.Write('"');
        foreach (char character in text)
        {
            if (character is '"' or '\\' or '\n')
                _writer.Write('\\');

            _writer.Write(character == '\n' ? 'n' : character);
        }

        _writer.Write('"');
    }
}
