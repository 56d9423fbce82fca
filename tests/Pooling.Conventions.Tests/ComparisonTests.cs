namespace Pooling.Conventions;

/// <summary>Tests that a row of a table of choices names one peer, compares the same work, and states the worst ordinary case with the
/// best.</summary>
public sealed class ComparisonTests
{
    private const string Source = """
        public class WriterBenchmarks
        {
            [Benchmark(Baseline = true), Row("POOL-writer-*", Role.Before, "MemoryStream")]
            public int Stream() => 0;

            [Benchmark, Row("POOL-writer-*", Role.Peer, "MemoryStream, kept: counts")]
            public int Counting() => 0;

            [Benchmark, Row("POOL-writer-*", Role.Ours)]
            public int Rented() => 0;

            [Benchmark, Row("POOL-writer-*", Role.Ours, "leases: rejects double returns")]
            public int Leased() => 0;
        }
        """;

    private const string Small = "WriterBenchmarks, Length=128";
    private const string Best = "[2.0x faster](docs/generated/figures.md#writerbenchmarks-length4096 \"Rented, Stream\")";
    private const string Worst = "[1.5x slower](docs/generated/figures.md#writerbenchmarks-length128 \"Rented, Stream\")";
    private const string Bytes = "[0 B instead of 8 B](docs/generated/figures.md#writerbenchmarks-length4096 \"Rented, Stream\")";

    // Cases that a row does not need as its worst, with the reason.
    private static readonly Dictionary<string, string> s_rare = new()
    {
        ["MagazinePoolCountBenchmarks, Pools=10000"] = "hardly a program has ten thousand pools",
        ["SharedBufferBenchmarks, Holders=1, Length=54"] = "a message for one connection is not shared",
        ["SharedBufferBenchmarks, Holders=1, Length=1024"] = "a message for one connection is not shared",
        ["SharedBufferBenchmarks, Holders=1, Length=32768"] = "a message for one connection is not shared",
    };

    private static readonly string[] s_pages = ["docs/README.md"];

    private static readonly Dictionary<string, FigureTable> s_tables = FigureTable.ReadPage();

    private static readonly BenchmarkRoles s_roles = BenchmarkRoles.ReadAll();
    private static readonly IReadOnlyList<BenchmarkRow> s_rows = BenchmarkRow.ReadTable();

    [Fact]
    public void Row_OfATableOfChoices_ComparesLikeWithLike() => Violations.AssertNone(
        from page in s_pages
        from row in RowsOf(page)
        from problem in row.Problems(s_tables, s_roles, static title => !s_rare.ContainsKey(title))
        select $"{page}: {row.Work} | {row.Peer}: {problem}");

    [Fact]
    public void Page_HasATableOfChoices() => Assert.All(s_pages, page => Assert.NotEmpty(RowsOf(page)));

    [Fact]
    public void RareShape_HasAReasonAndIsMeasured() => Assert.All(s_rare, rare =>
    {
        Assert.NotEmpty(rare.Value);
        Assert.Contains(s_tables.Values, table => table.Title == rare.Key);
    });

    /// <summary>Checks that the numbers of the table of choices come from the same run.</summary>
    [Fact]
    public void Row_OfATableOfChoices_IsInTheHeadlineRun() => Violations.AssertNone(
        from page in s_pages
        from row in RowsOf(page)
        from link in FigureLink.ReadAll(row.Line)
        where !BenchmarkRowsOf(link).Any(static measured => measured.IsHeadline)
        select $"{page}: {link.Anchor}");

    [Fact]
    public void BenchmarkRow_ThatATableQuotes_HasAPeerOrSaysWhyNot() => Violations.AssertNone(
        (from page in (string[])["README.md", .. RepositoryTree.MarkdownFiles("docs").Select(static page => "docs/" + page)]
         where !page.StartsWith("docs/generated/", StringComparison.Ordinal)
         from line in File.ReadLines(RepositoryTree.PathOf(page))
         where line.StartsWith('|')
         from link in FigureLink.ReadAll(line)
         from row in BenchmarkRowsOf(link)
         let isMeasured = s_roles.Contenders.Any(contender => contender.Role == "Peer" && contender.Names(row.Id))
         where isMeasured == row.NoPeer is not null
         select isMeasured ? $"{row.Id} has a peer, and says why not" : $"{row.Id} has no peer ({page})").Distinct());

    [Theory]
    [InlineData("write", "`MemoryStream`", Best, Worst, null)]
    [InlineData("write", "`ArrayBufferWriter<byte>`", Best, Worst, "Stream is MemoryStream, not ArrayBufferWriter")]
    [InlineData("write to `BinaryWriter`", "`MemoryStream`", Best, Worst, "names BinaryWriter")]
    [InlineData("write to `PooledArrayBufferWriter`", "`MemoryStream`", Best, Worst, null)]
    [InlineData("write", "`MemoryStream`", Best, Worst + " than `ArrayPool`", "names ArrayPool")]
    [InlineData("write", "`MemoryStream`", Best, "", "not one figure in each cell")]
    [InlineData("write", "`MemoryStream`", Best + Worst, Worst, "not one figure in each cell")]
    [InlineData("write", "`MemoryStream`", Worst, Best, "the best shape is worse than the worst; worse: " + Small + ", 1.5x slower")]
    [InlineData("write", "`MemoryStream`", Best, Best, "worse: " + Small + ", 1.5x slower")]
    [InlineData("write", "`MemoryStream`", "[a](figures.md#writerbenchmarks-length128 \"Rented, Counting\")", Worst,
        "Counting does more: counts")]
    [InlineData("write", "`MemoryStream`", "[a](figures.md#writerbenchmarks-length128 \"Leased, Stream\")", Worst,
        "Leased does more, and the row does not say so: rejects double returns")]
    [InlineData("a writer that rejects double returns", "`MemoryStream`", "[a](figures.md#writerbenchmarks-length128 \"Leased, Stream\")",
        Worst, null)]
    [InlineData("write", "`MemoryStream`", "[a](figures.md#writerbenchmarks-length128 \"Stream, Rented\")", Worst,
        "a title does not name a contender of ours and another one")]
    public void Problems_OfARow_AreFound(string work, string peer, string best, string worst, string? problems)
    {
        Dictionary<string, FigureTable> tables = FigureTable.ReadAll(
        [
            .. TableOf("WriterBenchmarks, Length=4096", "0.50", "0.50"),
            .. TableOf(Small, "1.50", "0.40"),
        ]);
        string page = $"""
            | peer | the work | at its best | at its worst | allocated |
            |---|---|---|---|---|
            | {peer} | {work} | {best} | {worst} | {Bytes} |
            """;

        ComparisonRow row = Assert.Single(ComparisonRow.ReadAll(page.ReplaceLineEndings("\n")));

        Assert.Equal(problems ?? "", string.Join("; ", row.Problems(tables, BenchmarkRoles.Parse(Source), static _ => true)));
    }

    private static IEnumerable<ComparisonRow> RowsOf(string page) =>
        ComparisonRow.ReadAll(File.ReadAllText(RepositoryTree.PathOf(page)).ReplaceLineEndings("\n"));

    /// <summary>Returns the rows of benchmarks/rows.json that contain the contenders of a link.</summary>
    private static IEnumerable<BenchmarkRow> BenchmarkRowsOf(FigureLink link) =>
        from table in s_tables.TryGetValue(link.Anchor, out FigureTable? found) ? [found] : Array.Empty<FigureTable>()
        from row in s_rows
        where row.IsAbout(table.Title)
            && s_roles.Of(table.Class).Any(contender => contender.Method == link.Ours && contender.Names(row.Id))
        select row;

    private static string[] TableOf(string title, string rented, string leased) =>
    [
        $"### {title}",
        "| contender | role | time | ratio | allocated |",
        "| Stream | Before: MemoryStream | 10.00 ns | 1.00 | 8 B |",
        $"| Rented | Ours | 5.00 ns | {rented} | 0 B |",
        $"| Leased | Ours | 5.00 ns | {leased} | 0 B |",
        "| Counting | Peer | 5.00 ns | 0.50 | 0 B |",
    ];
}
