using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that a measured number on a page is a link to its row of docs/generated/figures.md, and equals the number in that
/// row.</summary>
public sealed partial class FigureLinkTests
{
    private static readonly Dictionary<string, FigureTable> s_tables = FigureTable.ReadPage();

    private static readonly ServiceFigures[] s_services =
        ServiceFigures.ReadAll(TextOf("docs/generated/services.json"));

    // Pages with other figures, with the reason. The figures of a sample come from running it, not from the benchmarks.
    private static readonly Dictionary<string, string> s_ownFigures = new()
    {
        ["docs/generated/figures.md"] = "the figures themselves",
        ["docs/generated/published.md"] = "with the figures of others",
        ["docs/generated/services.md"] = "measured by benchmarks/services",
        ["docs/migration/OpcUa.md"] = "measured with a stack that is no package",
        ["docs/secure-channel.md"] = "measured with the sample OpcUa",
    };

    /// <summary>Checks all links. With the environment variable <c>POOLING_RENEW_FIGURES</c>, it first writes what is generated from the
    /// figures.</summary>
    [Fact]
    public void Link_ToFigures_SaysWhatTheyAre()
    {
        if (Environment.GetEnvironmentVariable("POOLING_RENEW_FIGURES") is not null)
            Renew();

        Violations.AssertNone(
            from page in LinkedPages()
            from Match link in FigureLink.Pattern().Matches(TextOf(page))
            let problem = ProblemOf(link)
            where problem is not null
            select $"{page}: {link.Value}: {problem}");
        Assert.All(Generated(), static file => Assert.Equal(file.Value, TextOf(file.Key)));
    }

    [Fact]
    public void Figure_OfAPage_IsALink() => Violations.AssertNone(
        from page in Pages()
        where !s_ownFigures.ContainsKey(page)
        from figure in BareFigures(ServicePage.WithoutTable(TextOf(page)))
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
    [InlineData("2.0x faster", 0.5)]
    [InlineData("1.5x to 2.0x faster", 0.5, 0.6667)]
    [InlineData("1.2x to 3.0x slower", 3.0, 1.2, 2.0)]
    [InlineData("1.10x slower to 1.4x faster", 1.1, 0.7)]
    [InlineData("the same time to 2.0x faster", 1.0, 0.5)]
    [InlineData("1.5x slower to the same time", 1.001, 1.5)]
    [InlineData("the same time", 1.001, 0.999)]
    public void Speed_OnSeveralProcessors_IsARange(string text, params double[] ratios) => Assert.Equal(text, SpeedText.Of(ratios));

    [Fact]
    public void Losses_OnAnyProcessor_AreListed()
    {
        ProcessorResults other = ProcessorResults.Read("""
            {
              "processor": "another", "runs": [{ "machine": ".NET 10.0.12, another", "results": [
                { "group": "Some, Length=4", "method": "Some.Peer", "setting": null, "nanoseconds": [10, 9, 11] },
                { "group": "Some, Length=4", "method": "Some.Ours", "setting": null, "nanoseconds": [20, 19, 21] },
                { "group": "Some, Length=4", "method": "Some.Ours", "setting": "PGO off", "nanoseconds": [90, 90, 90] } ] }]
            }
            """u8.ToArray());
        Dictionary<string, FigureTable> tables = FigureTable.ReadAll(
        [
            "## Buffers",
            "### Some, Length=4",
            "| contender | role | time | ratio | allocated |",
            "|---|---|---|---|---|",
            "| First | Before | 30.00 ns | 1.00 [1.00-1.00] (1.00-1.00) | 8 B |",
            "| Peer | Peer: a package | 20.00 ns | 0.65 [0.60-0.70] (0.50-0.80) | 8 B |",
            "| Ours | Ours | 12.00 ns | 0.40 [0.39-0.41] (0.30-0.50) | 0 B |",
            "| More | Ours: with more | 18.00 ns | 0.60 [0.39-0.41] (0.30-0.50) | 16 B |",
            "| Best | Ours | 10.00 ns | 0.33 [0.39-0.41] (0.30-0.50) | 0 B |",
            "| Less | Advice: less | 1.00 ns | 0.03 [0.03-0.03] (0.03-0.03) | 0 B |",
        ], [other]);

        string[] rows = [.. LossesPage.Create(tables.Values).Split('\n')
            .Where(static line => line.Contains("Some", StringComparison.Ordinal))];

        Assert.Equal(
        [
            "| Some, Length=4 | More (with more) | Peer (a package) "
                + "| [1.11x faster](figures.md#some-length4 \"More, Peer\") | 16 B, other 8 B |",
            "| Some, Length=4 | Ours | Peer (a package) "
                + "| [2.0x slower to 1.7x faster](figures.md#some-length4 \"Ours, Peer\") | 0 B, other 8 B |",
        ], rows);
    }

    [Fact]
    public void PublishedRow_ThatIsSlower_SaysWhy() =>
        Violations.AssertNone(PublishedPage.Unexplained(s_tables.Values, BenchmarkRoles.ReadAll(), BenchmarkRow.ReadTable()));

    [Fact]
    public void Guide_ThatQuotesATable_SaysWhatIsFaster()
    {
        Dictionary<string, FigureTable> tables = FigureTable.ReadAll(
        [
            "### Some, Length=4",
            "| contender | role | time | ratio | allocated |",
            "|---|---|---|---|---|",
            "| First | Before | 30.00 ns | 1.00 [1.00-1.00] (1.00-1.00) | 8 B |",
            "| Peer | Peer: by hand | 10.00 ns | 0.33 [0.33-0.33] (0.33-0.33) | 8 B |",
            "| Ours | Ours | 12.00 ns | 0.40 [0.39-0.41] (0.30-0.50) | 0 B |",
        ]);
        const string Guide = "# Some\n\n## Cost\n\n[2.5x faster](figures.md#some-length4 \"Ours, First\")\n\n## Next\n";
        const string Row =
            "| Some, Length=4 | Peer (by hand) | [1.2x slower](../generated/figures.md#some-length4 \"Ours, Peer\") |\n\n## Next\n";

        string renewed = FasterSection.Renew(Guide, tables);

        Assert.EndsWith(Row, renewed, StringComparison.Ordinal);
        Assert.Equal(renewed, FasterSection.Renew(renewed, tables));
        Assert.Equal(Guide, FasterSection.Renew(renewed, new Dictionary<string, FigureTable>()));
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

    /// <summary>Returns what is written from the figures, beside the links: the content of each file.</summary>
    private static IEnumerable<KeyValuePair<string, string>> Generated() =>
    [
        new("docs/generated/losses.md", LossesPage.Create(s_tables.Values)),
        new("docs/generated/published.md", PublishedPage.Create(s_tables.Values, BenchmarkRoles.ReadAll(), BenchmarkRow.ReadTable())),
        new("docs/startup.md", StartupSection.Renew(TextOf("docs/startup.md"), TextOf("docs/generated/startup.json"))),
        .. ServicePage.Create(s_services),
        new("README.md", ServicePage.RenewTable(TextOf("README.md"), s_services)),
        .. GrowthPage.Create(s_tables.Values, ProcessorPattern().Match(TextOf("docs/generated/figures.md")).Value),
        .. from guide in RepositoryTree.MarkdownFiles("docs/primitives")
           let path = $"docs/primitives/{guide}"
           select new KeyValuePair<string, string>(path, FasterSection.Renew(TextOf(path), s_tables)),
    ];

    private static void Renew()
    {
        Directory.CreateDirectory(RepositoryTree.PathOf("docs", "generated", "growth"));
        Directory.CreateDirectory(RepositoryTree.PathOf("docs", "generated", "services"));
        foreach ((string file, string content) in Generated())
            File.WriteAllText(RepositoryTree.PathOf(file), content);

        foreach (string page in LinkedPages())
        {
            string text = TextOf(page);
            string renewed = FigureLink.Pattern().Replace(text, static link =>
                ProblemOf(link) is { } expected && !expected.StartsWith("no ", StringComparison.Ordinal)
                    ? $"[{expected}]{link.Value[(link.Value.IndexOf(']', StringComparison.Ordinal) + 1)..]}"
                    : link.Value);
            if (renewed != text)
                File.WriteAllText(RepositoryTree.PathOf(page), renewed);
        }
    }

    private static IEnumerable<string> Pages() =>
        ["README.md", "src/Pooling/README.md", .. RepositoryTree.MarkdownFiles("docs").Select(static page => "docs/" + page)];

    // Samples also have figures of their own, which come from running them.
    private static IEnumerable<string> LinkedPages() =>
        [.. Pages(), .. RepositoryTree.MarkdownFiles("samples").Select(static page => "samples/" + page)];

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

    [GeneratedRegex(@"\w+ family \d+ model \d+")]
    private static partial Regex ProcessorPattern();

    [GeneratedRegex("^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex ProgramPattern();

    [GeneratedRegex(@"(?<!"")\d[\d.,]*x (faster|slower)|\d[\d.]* times as|\b\d\.\d+ of\b|\d ?% of the time|\d (ns|us)\b")]
    private static partial Regex FigurePattern();
}
