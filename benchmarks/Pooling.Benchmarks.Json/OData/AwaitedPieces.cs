namespace Pooling.Benchmarks.Json.OData;

/// <summary>The technique of OData's asynchronous JSON writer, which version 7.7.2 does not have: a call of the text writer is awaited for
/// each piece of a value. The pieces are those that OData's synchronous JSON writer writes here.</summary>
/// <remarks>Single characters are written with the next piece. The real writer awaits them, too, and awaits several calls for each piece,
/// so this is the minimum cost of the technique.</remarks>
internal sealed class AwaitedPieces(TextWriter text) : TextWriter
{
    private readonly ArrayBufferWriter<char> _chars = new(4096);
    private readonly List<int> _ends = [];

    public override Encoding Encoding => text.Encoding;
    public override void Write(char value) => _chars.Write([value]);
    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));
    public override void Write(string? value) => Write(value.AsSpan());

    public override void Write(ReadOnlySpan<char> buffer)
    {
        _chars.Write(buffer);
        _ends.Add(_chars.WrittenCount);
    }

    /// <summary>Writes the pieces to the text writer, one by one.</summary>
    internal async Task MoveAsync()
    {
        _ends.Add(_chars.WrittenCount);
        int start = 0;
        foreach (int end in _ends)
        {
            await text.WriteAsync(_chars.WrittenMemory[start..end]).ConfigureAwait(false);
            start = end;
        }

        _ends.Clear();
        _chars.ResetWrittenCount();
    }
}
