using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Writes the table of docs/startup.md from docs/generated/startup.json.</summary>
internal static partial class StartupSection
{
    /// <summary>Returns the page with the table of the results.</summary>
    internal static string Renew(string page, string json)
    {
        Assert.Matches(SectionPattern(), page); // otherwise nothing would be renewed, and nothing compared

        using var document = JsonDocument.Parse(json);
        JsonElement package = document.RootElement.GetProperty("package");
        JsonElement il = document.RootElement.GetProperty("il");
        string machine = package.GetProperty("machine").GetString()!;
        Assert.Equal(machine, il.GetProperty("machine").GetString());
        Dictionary<string, JsonElement> alone = il.GetProperty("uses").EnumerateArray().ToDictionary(NameOf);
        string rows = string.Concat(
            from use in package.GetProperty("uses").EnumerateArray()
            let other = use.GetProperty("isOurs").GetBoolean() ? " " + CostOf(alone[NameOf(use)]) : ""
            select $"| {NameOf(use)} | {CostOf(use)} |{other} |\n");
        int processes = package.GetProperty("processes").GetInt32();
        return SectionPattern().Replace(page, $"""
            The least of {processes} processes in milliseconds, and the methods that the thread compiles.
            Measured with {machine}:

            | first use | package | IL alone |
            |---|---|---|
            {rows}
            """.ReplaceLineEndings("\n"));
    }

    private static string NameOf(JsonElement use) => use.GetProperty("name").GetString()!;

    private static string CostOf(JsonElement use) => string.Create(CultureInfo.InvariantCulture,
        $"{use.GetProperty("least").GetDouble():0.0} ({use.GetProperty("methods").GetInt64()} methods)");

    [GeneratedRegex(@"^The least of .*?(?=\n\n(?!\|))\n", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex SectionPattern();
}
