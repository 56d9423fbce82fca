using System.Text.Json;

namespace Pooling.Conventions;

/// <summary>A row of benchmarks/rows.json: a figure that somebody published, or one that this library sets itself.</summary>
internal sealed record BenchmarkRow(string Id, string Source)
{
    private const string OwnRows = "POOL";

    /// <summary>The roles that benchmarks must play before the row counts as measured. Of our own rows nothing was published.</summary>
    internal IReadOnlyList<string> Roles => Source == OwnRows ? ["Before", "Ours"] : ["Before", "Published", "Ours"];

    internal static IReadOnlyList<BenchmarkRow> ReadTable()
    {
        using JsonDocument table = Read("rows.json");

        return [.. table.RootElement.GetProperty("rows").EnumerateArray().Select(row =>
            new BenchmarkRow(row.GetProperty("id").GetString()!, row.GetProperty("source").GetString()!))];
    }

    /// <summary>The rows that are not measured yet, each with the reason.</summary>
    internal static IReadOnlyDictionary<string, string> ReadPending()
    {
        using JsonDocument pending = Read("pending.json");

        return pending.RootElement.EnumerateObject().ToDictionary(row => row.Name, row => row.Value.GetString()!);
    }

    private static JsonDocument Read(string file) => JsonDocument.Parse(File.ReadAllText(RepositoryTree.PathOf("benchmarks", file)));
}
