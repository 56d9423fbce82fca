using System.Text.Json;

namespace Pooling.Benchmarks;

/// <summary>The rows of rows.json, which is embedded in every benchmark program.</summary>
internal static class RowTable
{
    private static readonly Lazy<IReadOnlyDictionary<string, BenchmarkRow>> s_rows = new(Read);

    internal static BenchmarkRow? Find(string id) => s_rows.Value.GetValueOrDefault(id);

    private static Dictionary<string, BenchmarkRow> Read()
    {
        using Stream stream = typeof(RowTable).Assembly.GetManifestResourceStream("rows.json")!;
        return JsonSerializer.Deserialize<Table>(stream, JsonSerializerOptions.Web)!.Rows.ToDictionary(row => row.Id);
    }

    private sealed record Table(BenchmarkRow[] Rows);
}
