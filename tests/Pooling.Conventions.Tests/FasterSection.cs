using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Writes the section of a guide with the ways that are faster than what it quotes from docs/generated/figures.md.</summary>
internal static partial class FasterSection
{
    private const string Costs = "\n## Cost\n";

    private const string Start = """
        ### What is faster

        The fastest other way in each table that this page quotes, where it is faster:

        | table | faster | this library |
        |---|---|---|

        """;

    /// <summary>Returns the guide with its section at the end of the costs, or without one if nothing is faster.</summary>
    internal static string Renew(string guide, IReadOnlyDictionary<string, FigureTable> tables)
    {
        string text = SectionPattern().Replace(guide, "");
        string[] rows = [.. Rows(text, tables)];
        int costs = text.IndexOf(Costs, StringComparison.Ordinal);
        if (rows is [] || costs < 0)
            return text;

        int next = text.IndexOf("\n## ", costs + Costs.Length, StringComparison.Ordinal);
        return text.Insert(next < 0 ? text.Length : next, $"\n{Start.ReplaceLineEndings("\n")}{string.Concat(rows)}");
    }

    private static IEnumerable<string> Rows(string text, IReadOnlyDictionary<string, FigureTable> tables) =>
        from link in FigureLink.ReadAll(text)
        where link.Ours is not null
        group link.Ours by link.Anchor into quoted
        let table = tables.GetValueOrDefault(quoted.Key)
        where table is not null
        let ours = table.Ours.Where(figure => quoted.Contains(figure.Name)).MinBy(static figure => figure.Nanoseconds)
        let other = table.FastestAlternative
        where ours is not null && other is not null && table.Ratio(ours, other) >= FigureTable.Noise
        select $"| {table.Heading} | {other.Description} "
            + $"| [{table.Speed(ours, other)}](../generated/figures.md#{table.Anchor} \"{ours.Name}, {other.Name}\") |\n";

    [GeneratedRegex(@"\n### What is faster\n.*?(?=\n## |\z)", RegexOptions.Singleline)]
    private static partial Regex SectionPattern();
}
