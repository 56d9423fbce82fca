using System.Globalization;
using System.Text;

namespace Pooling.Benchmarks;

/// <summary>The rows of the README's table under several settings of the runtime, ours against the plain way.</summary>
internal static class HeadlineTable
{
    internal static void Append(StringBuilder text, IReadOnlyList<RatioResult> results)
    {
        string[] settings = [.. results.Select(result => result.Setting).OfType<string>().Distinct()];
        if (settings.Length == 0)
            return;

        text.AppendLine().AppendLine("## Headline rows under other settings").AppendLine()
            .AppendLine("Ours of the first contender of the row's table, the plain way. `DOTNET_TieredPGO`, `DOTNET_GCgen0size` and")
            .AppendLine("`DOTNET_gcServer` make the settings.").AppendLine()
            .Append("| row | contender | default | ").AppendJoin(" | ", settings).AppendLine(" |")
            .Append("|---|---|---|").AppendLine(string.Concat(Enumerable.Repeat("---|", settings.Length)));
        foreach (var contender in results.GroupBy(result => (result.Group, result.Method)))
        {
            RatioResult first = contender.First();
            if (first.Rows.FirstOrDefault(row => row.Role == nameof(Role.Ours)
                && RowTable.Find(row.Id) is { IsHeadline: true }) is not { } row
                || !contender.Any(result => result.Setting is not null))
            {
                continue;
            }

            text.Append(CultureInfo.InvariantCulture, $"| {row.Id} | {first.Name}, {first.Group} |");
            foreach (string? setting in (IEnumerable<string?>)[null, .. settings])
                text.Append(' ').Append(Ratio(contender.FirstOrDefault(result => result.Setting == setting))).Append(" |");

            text.AppendLine();
        }
    }

    private static string Ratio(RatioResult? result) => result?.Ratio is not { } ratio ? "-"
        : string.Create(CultureInfo.InvariantCulture, $"{ratio:F2}{(result.RatioSpread.IsWide ? " !" : "")}");
}
