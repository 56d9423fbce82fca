using System.Globalization;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>The technique of OData's asynchronous JSON writer in code of our own: a text writer,
/// and an awaited call for each piece of a value.</summary>
internal sealed class AsyncTextJsonWriter(TextWriter writer) : IAsyncJsonWriter
{
    private readonly Stack<Scope> _scopes = new();

    public Task StartObjectAsync() => StartAsync("{", isArray: false);

    public Task EndObjectAsync() => EndAsync("}");

    public Task StartArrayAsync() => StartAsync("[", isArray: true);

    public Task EndArrayAsync() => EndAsync("]");

    public async Task WriteNameAsync(string name)
    {
        Scope scope = _scopes.Peek();
        if (scope.Items++ > 0)
            await writer.WriteAsync(',').ConfigureAwait(false);

        await WriteTextAsync(name).ConfigureAwait(false);
        await writer.WriteAsync(':').ConfigureAwait(false);
    }

    public async Task WriteValueAsync(string value)
    {
        await WriteSeparatorAsync().ConfigureAwait(false);
        await WriteTextAsync(value).ConfigureAwait(false);
    }

    public async Task WriteValueAsync(int value)
    {
        await WriteSeparatorAsync().ConfigureAwait(false);
        await writer.WriteAsync(value.ToString(CultureInfo.InvariantCulture)).ConfigureAwait(false);
    }

    public Task FlushAsync() => writer.FlushAsync();

    private async Task StartAsync(string bracket, bool isArray)
    {
        await WriteSeparatorAsync().ConfigureAwait(false);
        await writer.WriteAsync(bracket).ConfigureAwait(false);
        _scopes.Push(new Scope { IsArray = isArray });
    }

    private Task EndAsync(string bracket)
    {
        _scopes.Pop();
        return writer.WriteAsync(bracket);
    }

    private async Task WriteSeparatorAsync()
    {
        if (_scopes.TryPeek(out Scope? scope) && scope.IsArray && scope.Items++ > 0)
            await writer.WriteAsync(',').ConfigureAwait(false);
    }

    private async Task WriteTextAsync(string text)
    {
        await writer.WriteAsync('"').ConfigureAwait(false);
        int start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] is >= ' ' and < '\u007f' and not ('"' or '\\'))
                continue;

            if (i > start)
                await writer.WriteAsync(text.AsMemory(start, i - start)).ConfigureAwait(false);

            await writer.WriteAsync(Escape(text[i])).ConfigureAwait(false);
            start = i + 1;
        }

        await writer.WriteAsync(text.AsMemory(start)).ConfigureAwait(false);
        await writer.WriteAsync('"').ConfigureAwait(false);
    }

    private static string Escape(char letter) => letter switch
    {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => string.Create(CultureInfo.InvariantCulture, $"\\u{(int)letter:x4}"),
    };

    private sealed class Scope
    {
        internal bool IsArray { get; init; }

        internal int Items { get; set; }
    }
}
