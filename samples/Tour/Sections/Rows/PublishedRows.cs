using System.Text.Json;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Rows;

/// <summary>Reads published figures from the rows of the benchmarks.</summary>
internal static class PublishedRows
{
    /// <param name="id">The id of a row with published ratios of time and bytes.</param>
    /// <param name="against">The contender that corresponds to "before" in the row.</param>
    public static Published Find(string id, string against)
    {
        using Stream stream = typeof(PublishedRows).Assembly.GetManifestResourceStream("rows.json")!;
        using var table = JsonDocument.Parse(stream);
        JsonElement row = table.RootElement.GetProperty("rows").EnumerateArray().Single(row => row.GetProperty("id").ValueEquals(id));
        JsonElement ratio = row.GetProperty("ratio");
        return new Published(
            $"{id}: {row.GetProperty("title").GetString()}", against, ratio.GetProperty("time").GetDouble(),
            ratio.GetProperty("allocated").GetDouble());
    }
}
