using System.Text;

namespace Pooling.Analyzers.Text;

/// <summary>Writes indented lines of C#, the same on every machine.</summary>
internal sealed class CodeWriter
{
    private const string Indentation = "    ";

    private readonly StringBuilder _text = new();
    private int _depth;

    internal void Line() => _text.Append('\n');

    internal void Line(string line)
    {
        for (int i = 0; i < _depth; i++)
            _text.Append(Indentation);

        _text.Append(line).Append('\n');
    }

    /// <summary>Opens a block; <see cref="Close"/> ends it.</summary>
    internal void Open(string header)
    {
        Line(header);
        Line("{");
        _depth++;
    }

    internal void Close()
    {
        _depth--;
        Line("}");
    }

    public override string ToString() => _text.ToString();
}
