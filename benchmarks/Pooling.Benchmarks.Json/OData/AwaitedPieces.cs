namespace Pooling.Benchmarks.Json.OData;

/// <summary>The technique of OData's asynchronous JSON writer, which 7.7.2 does not have: a call to the text writer is awaited for each
/// piece of a value. The pieces are those that OData's synchronous JSON writer writes here.</summary>
/// <remarks>Single characters go with the piece behind them. The real one awaits them, too, and several calls for each piece: this is the
/// least that the technique costs.</remarks>
internal sealed class AwaitedPieces(TextWriter text) : TextWriter
{
    private readonly List<int> _ends = [];
    private char[] _chars = new char[4096];
    private int _count;

    public override Encoding Encoding => text.Encoding;

    public override void Write(char value) => Append([value]);

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(string? value) => Write(value.AsSpan());

    public override void Write(ReadOnlySpan<char> buffer)
    {
        Append(buffer);
        _ends.Add(_count);
    }

    /// <summary>Writes the pieces to the text writer, one by one.</summary>
    internal async Task MoveAsync()
    {
        _ends.Add(_count);
        int start = 0;
        foreach (int end in _ends)
        {
            await text.WriteAsync(_chars, start, end - start).ConfigureAwait(false);
            start = end;
        }

        _ends.Clear();
        _count = 0;
    }

    private void Append(ReadOnlySpan<char> piece)
    {
        if (_count + piece.Length > _chars.Length)
            Array.Resize(ref _chars, 2 * (_count + piece.Length));

        piece.CopyTo(_chars.AsSpan(_count));
        _count += piece.Length;
    }
}
