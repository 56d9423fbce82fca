using System.Text.RegularExpressions;

namespace Pooling.Benchmarks;

/// <summary>Creates the page of figures from the files of ratio runs. Nothing on it is written by hand.</summary>
internal static partial class MarkdownReport
{
    private const string Introduction = """
        # Figures

        `benchmarks/figures` generates this page; nothing on it is typed by hand. [Benchmarks](../../benchmarks/README.md)
        explains how it measures and where its rows come from.

        All contenders of a table do the same work, and their outputs are compared before anything is measured. In every round,
        each contender runs one batch, and the ratio is computed within that round. A contender that allocates runs for at least
        100 ms and 20 collections, but at most half a second. Its first megabytes are allocated before the clock starts.

        | column | what it holds |
        |---|---|
        | time | the median time of one operation |
        | ratio | its time divided by that of the first contender: median, [quartiles], (lowest-highest); `-` if a time is below 1 ns |
        | allocated | the bytes that one operation allocates |

        `!` marks a ratio whose quartiles differ by a factor of more than 1.5; it says little. Other processors give other times
        and ratios.

        The roles of the contenders:

        - *Before* is the plain way, which comes first in its table.
        - *Published* is a published technique, in our own code.
        - *Ours* is this library, and *Peer* is another library or type.
        - *Advice* is what we recommend instead. It does less than the others; its name or the note says what it leaves out.

        The rows that a table measures are listed above it:

        - *Published by* gives what the source reports, compared with its plain way. 0.5 × the time is half the time.
        - *Target* is what this library promises.
        - *Result* compares our contenders with the limits of the target. It also compares them with the published technique:
          ours should take no more time and allocate no more bytes.
        - *Corrected* says how an unfair benchmark was changed. `a -> b` are the values before and after the change.

        The figures were measured in these runs:


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
            + $"rounds in each: {run.Rounds}, batches of {run.BatchMilliseconds} ms."))
        {
            AppendWrapped(text, machine.Key);
        }

        // A run under several settings repeats rows. Those with the default settings are taken from the run of all rows.
        RatioResult[] results = [.. runs.OrderBy(run => run.Results.Any(result => result.Setting is not null))
            .SelectMany(run => run.Results.Select(result => result with { Setting = SettingOf(run, result) }))
            .DistinctBy(result => (result.Group, result.Method, result.Setting))];
        Dictionary<string, string> machines = runs.SelectMany(run => run.Results.Select(result => (result.Group, Machine: MachineOf(run))))
            .DistinctBy(result => result.Group).ToDictionary(result => result.Group, result => result.Machine);
        string? usual = machines.Values.GroupBy(machine => machine).MaxBy(same => same.Count())?.Key;
        HeadlineTable.Append(text, results, checks);
        foreach (var room in results.Where(result => result.Setting is null).GroupBy(result => result.Group).GroupBy(Room))
        {
            text.Append("\n## ").AppendLine(room.Key);
            foreach (string line in PeersOf(runs, room.Select(group => group.Key)))
                AppendWrapped(text.AppendLine(), line, "");

            foreach (var group in room)
                AppendGroup(text, group.Key, [.. group], machines[group.Key] is var machine && machine != usual ? machine : null);
        }

        File.WriteAllText(page, text.ToString());
        ResultsFile.WriteAll(Path.Combine(Path.GetDirectoryName(page)!, "results"), runs);
        return 0;
    }

    /// <returns>The date and the versions of the packages that a room compares, for each run that measured a part of it.</returns>
    private static IEnumerable<string> PeersOf(IEnumerable<RatioFile> runs, IEnumerable<string> groups) =>
        (from run in runs
         where run.Conditions is { Peers.Count: > 0 } && run.Results.Any(result => result.Setting is null && groups.Contains(result.Group))
         select $"Measured on {run.Date} with {string.Join(", ", run.Conditions!.Peers.Select(peer => $"{peer.Key} {peer.Value}"))}.")
        .Distinct();

    private static string? SettingOf(RatioFile run, RatioResult result) =>
        result.Setting ?? (run.Machine.StartsWith(".NET 8", StringComparison.Ordinal) ? ".NET 8" : null);

    /// <returns>The runtime without its patch, and the processor: <c>.NET 10.0 on AMD family 25 model 17</c>.</returns>
    private static string MachineOf(RatioFile run) => MachinePattern().Replace(run.Machine, "$1 on $2");

    private static string Room(IEnumerable<RatioResult> group) =>
        group.SelectMany(result => result.Rows).Select(row => RowTable.Find(row.Id)?.Room).FirstOrDefault() ?? "Other";

    private static void AppendGroup(StringBuilder text, string title, IReadOnlyList<RatioResult> group, string? machine)
    {
        text.Append("\n### ").AppendLine(Escaped(title)).AppendLine();
        foreach (string id in group.SelectMany(result => result.Rows).Select(row => row.Id).Distinct())
        {
            if (RowTable.Find(id) is { } row)
                AppendWrapped(text, $"- {Escaped(RowVerdict.Describe(row, group))}");
        }

        if (machine is not null)
            text.AppendLine(CultureInfo.InvariantCulture, $"- Measured with {machine}.");

        if (group[0].HasMoreThreadsThanProcessors)
            text.AppendLine("- There are more threads than processors, so the scheduling of the operating system affects these figures.");

        text.AppendLine().AppendLine("| contender | role | time | ratio | allocated |").AppendLine("|---|---|---|---|---|");
        foreach (RatioResult result in group)
        {
            string roles = string.Join(", ", result.Rows.Select(row => row.Text).Distinct());
            text.AppendLine(CultureInfo.InvariantCulture,
                $"| {Escaped(result.Name)} | {Escaped(roles)} | {RatioReport.Time(result.Nanoseconds)} | {Ratio(result)} "
                    + $"| {result.Bytes:#,0.##} B |");
        }
    }

    /// <summary>Wraps an entry of a list at the line length of pages.</summary>
    private static void AppendWrapped(StringBuilder text, string entry, string indent = "  ")
    {
        const int Longest = 120;
        for (int end; entry.Length > Longest && (end = entry.LastIndexOf(' ', Longest)) > 1; entry = indent + entry[(end + 1)..])
            text.AppendLine(entry[..end]);

        text.AppendLine(entry);
    }

    /// <summary>Escapes type arguments outside of code, such as MemoryPool&lt;byte&gt;, which would be interpreted as tags and
    /// disappear.</summary>
    internal static string Escaped(string text) => TagPattern().Replace(text, static match => match.Value is "<" ? "\\<" : match.Value);

    private static string Ratio(RatioResult result)
    {
        Distribution spread = result.RatioSpread;
        return !result.HasRatio ? "-" : string.Create(CultureInfo.InvariantCulture,
            $"{spread.Median:F2} [{spread.Lower:F2}-{spread.Upper:F2}] "
                + $"({spread.Least:F2}-{spread.Greatest:F2}){(spread.IsWide ? " !" : "")}");
    }

    [GeneratedRegex(@"^(\S+ \d+\.\d+).*, ([^,]+)$")]
    private static partial Regex MachinePattern();

    [GeneratedRegex("`[^`]*`|<(?=[A-Za-z/!?])")]
    private static partial Regex TagPattern();
}
