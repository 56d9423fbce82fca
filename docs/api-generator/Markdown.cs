using System.Text;

namespace Pooling.ApiReference;

/// <summary>Escapes text for Markdown and the templates of the site.</summary>
internal static class Markdown
{
    public static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (char c in text)
        {
            _ = c switch
            {
                '<' => escaped.Append("&lt;"),
                '>' => escaped.Append("&gt;"),
                '&' => escaped.Append("&amp;"),
                '{' => escaped.Append("&#123;"), // of a template, and of attributes behind a paragraph
                '}' => escaped.Append("&#125;"),
                '\\' or '`' or '*' or '_' or '[' or ']' or '|' => escaped.Append('\\').Append(c),
                _ => escaped.Append(c),
            };
        }

        return escaped.ToString();
    }

    public static string Code(string code)
    {
        string fence = code.Contains('`') ? "``" : "`";

        return fence + code + fence;
    }

    /// <summary>Code with a link around it, if there is one.</summary>
    public static string Code(string code, string? link) => link is null ? Code(code) : $"[{Code(code)}]({link})";

    public static string Block(string code) => $"```csharp\n{code}\n```\n";
}
