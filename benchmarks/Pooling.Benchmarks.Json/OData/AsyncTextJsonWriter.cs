using System.Globalization;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>The technique of OData's asynchronous JSON writer in code of our own, since 7.7.2 has none: a text writer, and an awaited call
/// for each piece of a value.</summary>
/// <param name="text">What to write to; with <see langword="null"/> nothing is written, asynchronously.</param>
internal sealed class AsyncTextJsonWriter(TextWriter? text)
{
    private bool _needsComma;

    internal Task StartAsync(char bracket) => text is null ? Task.CompletedTask : StartAsync(text, bracket);

    internal Task EndAsync(char bracket)
    {
        _needsComma = true;
        return text is null ? Task.CompletedTask : text.WriteAsync(bracket);
    }

    internal Task WriteNameAsync(string name) => text is null ? Task.CompletedTask : WriteNameAsync(text, name);

    internal Task WriteValueAsync(string value) => text is null ? Task.CompletedTask : WriteValueAsync(text, value);

    internal Task WriteValueAsync(int value) => text is null ? Task.CompletedTask : WriteValueAsync(text, value);

    private async Task StartAsync(TextWriter writer, char bracket)
    {
        await SeparateAsync(writer, needsComma: false).ConfigureAwait(false);
        await writer.WriteAsync(bracket).ConfigureAwait(false);
    }

    private async Task WriteNameAsync(TextWriter writer, string name)
    {
        await SeparateAsync(writer, needsComma: false).ConfigureAwait(false);
        await WriteTextAsync(writer, name).ConfigureAwait(false);
        await writer.WriteAsync(':').ConfigureAwait(false);
    }

    private async Task WriteValueAsync(TextWriter writer, string value)
    {
        await SeparateAsync(writer, needsComma: true).ConfigureAwait(false);
        await WriteTextAsync(writer, value).ConfigureAwait(false);
    }

    private async Task WriteValueAsync(TextWriter writer, int value)
    {
        await SeparateAsync(writer, needsComma: true).ConfigureAwait(false);
        await writer.WriteAsync(value.ToString(CultureInfo.InvariantCulture)).ConfigureAwait(false);
    }

    private async Task SeparateAsync(TextWriter writer, bool needsComma)
    {
        if (_needsComma)
            await writer.WriteAsync(',').ConfigureAwait(false);

        _needsComma = needsComma;
    }

    private static async Task WriteTextAsync(TextWriter writer, string text)
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
        _ => string.Create(CultureInfo.InvariantCulture, $"\\u{(int)letter:x4}"),
    };
}
