using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Writes the table of docs/startup.md from docs/generated/startup.json.</summary>
internal static partial class StartupSection
{
    private static readonly string[] s_columns = [".NET 10", ".NET 10, ready to run", ".NET 11"];

    /// <summary>Returns the page with the table of the results.</summary>
    internal static string Renew(string page, string json)
    {
        Assert.Matches(SectionPattern(), page); // otherwise nothing would be renewed, and nothing compared

        using var document = JsonDocument.Parse(json);
        JsonElement[] columns = [.. s_columns.Select(document.RootElement.GetProperty)];
        string machine = Assert.Single(TextsOf(columns, "machine"));
        string processes = Assert.Single(TextsOf(columns, "processes"));
        string runtimes = string.Join(" and ", TextsOf(columns, "runtime"));
        Dictionary<string, JsonElement>[] uses =
            [.. columns.Select(static column => column.GetProperty("uses").EnumerateArray().ToDictionary(NameOf))];
        string rows = string.Concat(
            from name in uses[0].Keys
            select $"| {name} | {string.Join(" | ", uses.Select(column => CostOf(column[name])))} |\n");
        return SectionPattern().Replace(page, $"""
            The least of {processes} processes in milliseconds, and the methods that the thread compiles.
            Measured with {runtimes}, {machine}:

            | first use | .NET 10 | .NET 10, `PublishReadyToRun` | .NET 11 |
            |---|---|---|---|
            {rows}
            """.ReplaceLineEndings("\n"));
    }

    private static IEnumerable<string> TextsOf(JsonElement[] columns, string property) =>
        columns.Select(column => column.GetProperty(property).ToString()).Distinct();

    private static string NameOf(JsonElement use) => use.GetProperty("name").GetString()!;

    private static string CostOf(JsonElement use)
    {
        long methods = use.GetProperty("methods").GetInt64();
        return string.Create(CultureInfo.InvariantCulture,
            $"{use.GetProperty("least").GetDouble():0.0} ({methods} {(methods == 1 ? "method" : "methods")})");
    }

    [GeneratedRegex(@"^The least of .*?(?=\n\n(?!\|))\n", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex SectionPattern();
}
