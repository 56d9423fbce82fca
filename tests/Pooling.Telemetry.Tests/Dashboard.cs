using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pooling.Telemetry;

/// <summary>Reads the Grafana dashboard of the documentation.</summary>
internal static partial class Dashboard
{
    private static readonly JsonElement s_root = Read();

    /// <summary>The query of every panel.</summary>
    internal static IReadOnlyList<string> Queries { get; } =
    [
        .. from panel in s_root.GetProperty("panels").EnumerateArray()
        where panel.GetProperty("type").GetString() != "row"
        from target in panel.GetProperty("targets").EnumerateArray()
        select target.GetProperty("expr").GetString(),
    ];

    /// <summary>The variables that are filled with the values of a label, in the order in which they depend on each other.</summary>
    internal static IReadOnlyList<DashboardVariable> Variables { get; } =
    [
        .. from variable in s_root.GetProperty("templating").GetProperty("list").EnumerateArray()
        where variable.GetProperty("type").GetString() == "query"
        let query = LabelValuesPattern().Match(variable.GetProperty("query").GetProperty("query").GetString()!)
        select new DashboardVariable(variable.GetProperty("name").GetString()!, query.Groups["series"].Value, query.Groups["label"].Value),
    ];

    /// <summary>The variable with a row of panels for each of its values.</summary>
    internal static string Repeated { get; } = s_root.GetProperty("panels").EnumerateArray()
        .Single(static panel => panel.GetProperty("type").GetString() == "row").GetProperty("repeat").GetString()!;

    private static JsonElement Read() =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "docs", "pooling-dashboard.json"))).RootElement;

    [GeneratedRegex(@"^label_values\((?<series>.+), (?<label>\w+)\)$")]
    private static partial Regex LabelValuesPattern();
}
