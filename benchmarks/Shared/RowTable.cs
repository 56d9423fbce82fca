namespace Pooling.Benchmarks;

/// <summary>The rows of rows.json, which is embedded in every benchmark program.</summary>
internal static class RowTable
{
    private static readonly Lazy<IReadOnlyDictionary<string, BenchmarkRow>> s_rows = new(Read);

    internal static BenchmarkRow? Find(string id) => s_rows.Value.GetValueOrDefault(id);

    /// <summary>Finds the rows that a method names and that apply to its group.</summary>
    internal static IEnumerable<BenchmarkRow> Find(string id, string group) => s_rows.Value.Values
        .Where(row => id.EndsWith('*') ? row.Id.StartsWith(id[..^1], StringComparison.Ordinal) : row.Id == id)
        .Where(row => row.IsAbout(group));

    private static Dictionary<string, BenchmarkRow> Read()
    {
        using Stream stream = typeof(RowTable).Assembly.GetManifestResourceStream("rows.json")!;
        return JsonSerializer.Deserialize<Table>(stream, JsonSerializerOptions.Web)!.Rows.ToDictionary(row => row.Id);
    }

    private sealed record Table(BenchmarkRow[] Rows);
}
