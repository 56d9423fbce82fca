using System.Text;

namespace Pooling.Analyzers.Text;

/// <summary>Writes indented lines of C# that are identical on every machine.</summary>
internal sealed class CodeWriter
{
    private const string Indentation = "    ";

    private readonly StringBuilder _text = new();
    private int _depth;

    internal void Line() => _text.Append('\n');

    internal void Line(string line)
    {
        Indent();
        _text.Append(line).Append('\n');
    }

    /// <summary>Writes copied lines. Only the first one is indented, because line ends can be inside of
    /// literals.</summary>
    internal void Verbatim(string lines) => Line(lines);

    /// <summary>Writes a header and opens its block; <see cref="Close"/> ends it.</summary>
    internal void Open(string header)
    {
        Line(header);
        Open();
    }

    internal void Open()
    {
        Line("{");
        _depth++;
    }

    internal void Close()
    {
        _depth--;
        Line("}");
    }

    public override string ToString() => _text.ToString();

    private void Indent()
    {
        for (int i = 0; i < _depth; i++)
            _text.Append(Indentation);
    }
}
