using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that a measured number on a page is a link to its row of docs/generated/figures.md, and equals the number in that
/// row.</summary>
public sealed partial class FigureLinkTests
{
    private static readonly Dictionary<string, FigureTable> s_tables =
        FigureTable.ReadAll(File.ReadLines(RepositoryTree.PathOf("docs", "generated", "figures.md")));

    // Pages with other figures, with the reason. The figures of a sample come from running it, not from the benchmarks.
    private static readonly Dictionary<string, string> s_ownFigures = new()
    {
        ["docs/generated/figures.md"] = "the figures themselves",
        ["docs/migration/OpcUa.md"] = "measured with a stack that is no package",
        ["docs/secure-channel.md"] = "measured with the sample OpcUa",
    };

    [Fact]
    public void Link_ToFigures_SaysWhatTheyAre() => Violations.AssertNone(
        from page in Pages()
        from Match link in FigureLink.Pattern().Matches(TextOf(page))
        let problem = ProblemOf(link)
        where problem is not null
        select $"{page}: {link.Value}: {problem}");

    [Fact]
    public void Figure_OfAPage_IsALink() => Violations.AssertNone(
        from page in Pages()
        where !s_ownFigures.ContainsKey(page)
        from figure in BareFigures(TextOf(page))
        select $"{page}: {figure}");

    [Theory]
    [InlineData("[2.5x faster](figures.md#some-length4 \"Ours, First\")", null)]
    [InlineData("[2.4x faster](figures.md#some-length4 \"Ours, First\")", "2.5x faster")]
    [InlineData("[1.5x slower](figures.md#some-length4 \"First, Peer\")", null)]
    [InlineData("[the same time](figures.md#some-length4 \"First, First\")", null)]
    [InlineData("[0 B instead of 1,024 B](figures.md#some-length4 \"Ours, First\")", null)]
    [InlineData("[12.00 ns](figures.md#some-length4 \"Ours\")", null)]
    [InlineData("[9 ns](figures.md#some-length4 \"Ours\")", "12.00 ns")]
    [InlineData("[2.5x faster](figures.md#some-length4)", "no title")]
    [InlineData("[2.5x faster](figures.md#another \"Ours, First\")", "no such table")]
    [InlineData("[2.5x faster](figures.md#some-length4 \"Ours, Nobody\")", "no such contender")]
    [InlineData("[the figures](figures.md#some-length4)", null)]
    public void ProblemOf_Link_IsFound(string link, string? problem)
    {
        Dictionary<string, FigureTable> tables = FigureTable.ReadAll(
        [
            "### Some, Length=4",
            "| contender | role | time | ratio | allocated |",
            "|---|---|---|---|---|",
            "| First | Before | 0.03 us | 1.00 [1.00-1.00] (1.00-1.00) | 1,024 B |",
            "| Peer | Peer: a | 20.00 ns | 0.65 [0.60-0.70] (0.50-0.80) | 8 B |",
            "| Ours | Ours | 12.00 ns | 0.40 [0.39-0.41] (0.30-0.50) ! | 0 B |",
        ]);

        Assert.Equal(problem, ProblemOf(FigureLink.Pattern().Match(link), tables));
    }

    [Theory]
    [InlineData("It is 2.1x faster.", 1)]
    [InlineData("It takes 12 ns, 0.46 of the time.", 2)]
    [InlineData("It takes 46 % of the time.", 1)]
    [InlineData("It is [2.1x faster](figures.md#a \"Ours\").", 0)]
    [InlineData("\"2x faster\" means half the time.", 0)]
    [InlineData("On Zen 3 it is 2.1x faster.", 0)]
    [InlineData("```csharp\n// 12 ns\n```\n", 0)]
    [InlineData("Keep 16 of them for 10 seconds.", 0)]
    public void BareFigures_OfText_AreFound(string text, int count) => Assert.Equal(count, BareFigures(text).Count());

    private static IEnumerable<string> Pages() =>
        ["README.md", "src/Pooling/README.md", .. RepositoryTree.MarkdownFiles("docs").Select(static page => "docs/" + page)];

    private static string TextOf(string page) => File.ReadAllText(RepositoryTree.PathOf(page)).ReplaceLineEndings("\n");

    private static string? ProblemOf(Match link) => ProblemOf(link, s_tables);

    private static string? ProblemOf(Match link, Dictionary<string, FigureTable> tables)
    {
        if (!tables.TryGetValue(link.Groups["anchor"].Value, out FigureTable? table))
            return "no such table";

        string text = link.Groups["text"].Value;
        if (!link.Groups["ours"].Success)
            return text.Any(char.IsDigit) ? "no title" : null;

        Figure? ours = table.Find(link.Groups["ours"].Value);
        Figure? theirs = link.Groups["theirs"].Success ? table.Find(link.Groups["theirs"].Value) : ours;
        if (ours is null || theirs is null)
            return "no such contender";

        string expected = text switch
        {
            _ when text.EndsWith('s') => ours.Time,
            _ when text.Contains(" B instead of ", StringComparison.Ordinal) => $"{ours.Allocated} instead of {theirs.Allocated}",
            _ when text.EndsWith(" B", StringComparison.Ordinal) => ours.Allocated,
            _ => table.Speed(ours, theirs),
        };
        return text == expected ? null : expected;
    }

    /// <summary>Returns ratios and times outside of links and programs. There is no page of figures for other processors.</summary>
    private static IEnumerable<string> BareFigures(string text) =>
        from paragraph in FigureLink.Pattern().Replace(ProgramPattern().Replace(text, ""), "").Split("\n\n")
        where !paragraph.Contains("Zen 3", StringComparison.Ordinal)
        from Match figure in FigurePattern().Matches(paragraph)
        select figure.Value;

    [GeneratedRegex("^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex ProgramPattern();

    [GeneratedRegex(@"(?<!"")\d[\d.,]*x (faster|slower)|\d[\d.]* times as|\b\d\.\d+ of\b|\d ?% of the time|\d (ns|us)\b")]
    private static partial Regex FigurePattern();
}
