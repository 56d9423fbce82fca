namespace Pooling.Telemetry;

/// <summary>Represents a variable of a dashboard.</summary>
/// <param name="Name">The name in queries, after a dollar sign.</param>
/// <param name="Series">The selector of the series.</param>
/// <param name="Label">The label of the series whose values the variable has.</param>
internal sealed record DashboardVariable(string Name, string Series, string Label)
{
    /// <summary>Replaces this variable in a query, as Grafana does it in a regular expression.</summary>
    internal string Fill(string query, string value) => query.Replace($"${Name}", Escape(value), StringComparison.Ordinal);

    private static string Escape(string value) => string.Concat(value.Select(static one => one switch
    {
        '\\' => @"\\\\",
        _ => "$^*{}[]'+?.()|".Contains(one, StringComparison.Ordinal) ? $@"\\{one}" : $"{one}",
    }));
}
