namespace Pooling.Benchmarks;

/// <summary>Makes the page of figures from the files of ratio runs: nothing on it is typed by hand.</summary>
internal static class MarkdownReport
{
    private const string Introduction = """
        # Figures

        Made by `benchmarks/figures`, and nothing on it typed by hand; [benchmarks](../benchmarks/README.md) tells how. The
        contenders of a table do the same work, and their outputs were compared before they were measured. In every round
        each contender runs one batch, and the ratio is taken within the round. A contender that allocates runs for 100 ms
        or more and 20 collections (at most half a second), its first megabytes before the clock starts.

        | column | what it holds |
        |---|---|
        | time | the median time of an operation |
        | ratio | the median of the ratios to the first contender, [quartiles], (least and greatest); - where one takes less than 1 ns |
        | allocated | the bytes that one operation allocates |

        `!` marks quartiles 1.5 times apart: such a ratio says little. *Published* is a published technique in code of our
        own, *advice* does less than the others, and its name or note says what. Times are of the machine below. Ratios
        differ between processors, too.


        """;

    internal static int Write(string page, IReadOnlyList<string> files)
    {
        var text = new StringBuilder(Introduction);
        List<BenchmarkDotNetFile> checks = [];
        List<RatioFile> runs = [];
        foreach (string file in files)
        {
            if (BenchmarkDotNetFile.TryRead(file) is { } check)
                checks.Add(check);
            else
                runs.Add(RatioReport.Read(file));
        }

        foreach (IGrouping<string, RatioFile> machine in runs.GroupBy(run => $"- {run.Machine}; {run.Date}; processes: {run.Processes}, "
            + $"rounds of each: {run.Rounds}, batches of {run.BatchMilliseconds} ms."))
        {
            AppendWrapped(text, machine.Key);
        }

        // A run under several settings repeats rows: the run of all rows tells those of the default.
        RatioResult[] results = [.. runs.OrderBy(run => run.Results.Any(result => result.Setting is not null))
            .SelectMany(run => run.Results.Select(result => result with { Setting = SettingOf(run, result) }))
            .DistinctBy(result => (result.Group, result.Method, result.Setting))];
        HeadlineTable.Append(text, results, checks);
        foreach (var room in results.Where(result => result.Setting is null).GroupBy(result => result.Group).GroupBy(Room))
        {
            text.Append("\n## ").AppendLine(room.Key);
            foreach (var group in room)
                AppendGroup(text, group.Key, [.. group]);
        }

        File.WriteAllText(page, text.ToString());
        return 0;
    }

    private static string? SettingOf(RatioFile run, RatioResult result) =>
        result.Setting ?? (run.Machine.StartsWith(".NET 8", StringComparison.Ordinal) ? ".NET 8" : null);

    private static string Room(IEnumerable<RatioResult> group) =>
        group.SelectMany(result => result.Rows).Select(row => RowTable.Find(row.Id)?.Room).FirstOrDefault() ?? "Other";

    private static void AppendGroup(StringBuilder text, string title, IReadOnlyList<RatioResult> group)
    {
        text.Append("\n### ").AppendLine(Escaped(title)).AppendLine();
        foreach (string id in group.SelectMany(result => result.Rows).Select(row => row.Id).Distinct())
        {
            if (RowTable.Find(id) is { } row)
                AppendWrapped(text, $"- {RowVerdict.Describe(row, group)}");
        }

        if (group[0].HasMoreThreadsThanProcessors)
            text.AppendLine("- More threads than processors: the order in which the system runs them is in these figures.");

        text.AppendLine().AppendLine("| contender | role | time | ratio | allocated |").AppendLine("|---|---|---|---|---|");
        foreach (RatioResult result in group)
        {
            string roles = string.Join(", ", result.Rows.Select(row => row.Text).Distinct());
            text.AppendLine(CultureInfo.InvariantCulture,
                $"| {result.Name} | {roles} | {RatioReport.Time(result.Nanoseconds)} | {Ratio(result)} | {result.Bytes:#,0.##} B |");
        }
    }

    /// <summary>Breaks an entry of a list into lines of the length that pages have.</summary>
    private static void AppendWrapped(StringBuilder text, string entry)
    {
        const int Longest = 120;
        for (int end; entry.Length > Longest && (end = entry.LastIndexOf(' ', Longest)) > 1; entry = $"  {entry[(end + 1)..]}")
            text.AppendLine(entry[..end]);

        text.AppendLine(entry);
    }

    /// <summary>Makes a title with type arguments, which would be read as tags.</summary>
    internal static string Escaped(string title) => title.Replace("<", "\\<");

    private static string Ratio(RatioResult result)
    {
        Distribution spread = result.RatioSpread;
        return !result.HasRatio ? "-" : string.Create(CultureInfo.InvariantCulture,
            $"{spread.Median:F2} [{spread.Lower:F2}-{spread.Upper:F2}] "
                + $"({spread.Least:F2}-{spread.Greatest:F2}){(spread.IsWide ? " !" : "")}");
    }
}
