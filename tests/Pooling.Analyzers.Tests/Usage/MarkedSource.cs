using System.Text;
using System.Text.RegularExpressions;

namespace Pooling.Analyzers.Usage;

/// <summary>A source in which <c>{|ID:text|}</c> marks the text of each expected diagnostic.</summary>
internal sealed partial class MarkedSource
{
    private MarkedSource(string text, IReadOnlyList<string> expected)
    {
        Text = text;
        Expected = expected;
    }

    /// <summary>Gets the source without marks.</summary>
    internal string Text { get; }

    /// <summary>Gets the expected diagnostics: "POOL001 at 120: the marked text".</summary>
    internal IReadOnlyList<string> Expected { get; }

    internal static MarkedSource Parse(string marked)
    {
        StringBuilder text = new();
        List<string> expected = [];
        int next = 0;
        foreach (Match match in MarkPattern().Matches(marked))
        {
            text.Append(marked, next, match.Index - next);
            expected.Add(Describe(match.Groups["id"].Value, text.Length, match.Groups["text"].Value));
            text.Append(match.Groups["text"].Value);
            next = match.Index + match.Length;
        }

        text.Append(marked, next, marked.Length - next);
        return new(text.ToString(), expected);
    }

    internal static string Describe(string id, int start, string text) => $"{id} at {start}: {text}";

    [GeneratedRegex(@"\{\|(?<id>POOL\d+):(?<text>.*?)\|\}", RegexOptions.Singleline)]
    private static partial Regex MarkPattern();
}
