using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>A link of a page to a row of docs/generated/figures.md, whose title names the contenders.</summary>
/// <param name="Text">The text on the page.</param>
/// <param name="Anchor">The anchor of the table.</param>
/// <param name="Ours">The first contender of the title; null if there is none.</param>
/// <param name="Theirs">The second contender of the title; null if there is none.</param>
internal sealed partial record FigureLink(string Text, string Anchor, string? Ours, string? Theirs)
{
    internal static IEnumerable<FigureLink> ReadAll(string text) => Pattern().Matches(text).Select(static link => new FigureLink(
        link.Groups["text"].Value,
        link.Groups["anchor"].Value,
        link.Groups["ours"] is { Success: true } ours ? ours.Value : null,
        link.Groups["theirs"] is { Success: true } theirs ? theirs.Value : null));

    [GeneratedRegex("""\[(?<text>[^\]\[]+)\]\((?:[^()\s#]*/)?figures\.md#(?<anchor>[^\s)]+)"""
        + """(?:\s"(?<ours>[^",]+)(?:, (?<theirs>[^"]+))?")?\)""")]
    internal static partial Regex Pattern();
}
