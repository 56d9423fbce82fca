namespace Pooling.Benchmarks;

/// <summary>Writes the rows of the table of docs/README.md under several settings of the runtime, ours against the
/// plain technique.</summary>
internal static class HeadlineTable
{
    internal static void Append(StringBuilder text, IReadOnlyList<RatioResult> results, IReadOnlyList<BenchmarkDotNetFile> checks)
    {
        string[] settings = [.. results.Select(result => result.Setting).OfType<string>().Distinct()];
        if (settings.Length == 0)
            return;

        string[] columns = checks.Count == 0 ? settings : [.. settings, "BenchmarkDotNet"];
        text.AppendLine().AppendLine("## Headline rows under other settings").AppendLine()
            .AppendLine("The ratio of our contender to the first one of its table, the plain way. The settings are environment variables:")
            .AppendLine("`DOTNET_TieredPGO`, `DOTNET_GCgen0size` and `DOTNET_gcServer`.").AppendLine()
            .Append("| row | contender | default | ").AppendJoin(" | ", columns).AppendLine(" |")
            .Append("|---|---|---|").AppendLine(string.Concat(Enumerable.Repeat("---|", columns.Length)));
        foreach (var contender in results.GroupBy(result => (result.Group, result.Method)))
        {
            RatioResult first = contender.First();
            if (first.Rows.FirstOrDefault(row => row.Role == nameof(Role.Ours)
                && RowTable.Find(row.Id) is { IsHeadline: true }) is not { } row
                || !contender.Any(result => result.Setting is not null))
            {
                continue;
            }

            RatioResult baseline = results.First(result => result.Group == first.Group);
            text.Append(CultureInfo.InvariantCulture, $"| {row.Id} | {first.Name}, {MarkdownReport.Escaped(first.Group)} |");
            foreach (string? setting in (IEnumerable<string?>)[null, .. settings])
                text.Append(' ').Append(Ratio(contender.FirstOrDefault(result => result.Setting == setting))).Append(" |");

            if (checks.Count > 0)
            {
                double? check = checks.Select(file => file.RatioOf(first, baseline)).FirstOrDefault(ratio => ratio is not null);
                text.Append(CultureInfo.InvariantCulture,
                    $" {(check is { } ratio ? ratio.ToString("F2", CultureInfo.InvariantCulture) : "-")} |");
            }

            text.AppendLine();
        }
    }

    private static string Ratio(RatioResult? result) => result?.Ratio is not { } ratio ? "-"
        : string.Create(CultureInfo.InvariantCulture, $"{ratio:F2}{(result.RatioSpread.IsWide ? " !" : "")}");
}
