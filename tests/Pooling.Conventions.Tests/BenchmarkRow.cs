using System.Text.Json;

namespace Pooling.Conventions;

/// <summary>A row of benchmarks/rows.json: a published figure, or a figure that this library sets itself.</summary>
/// <param name="Id">The name that attributes use.</param>
/// <param name="Source">The publisher.</param>
/// <param name="When">The groups to which it applies, by parts of their titles; null for all groups of its methods.</param>
/// <param name="IsHeadline">Whether the headline run measures it.</param>
/// <param name="NoPeer">The reason why no other library or type is a contender; null if one is.</param>
internal sealed record BenchmarkRow(string Id, string Source, IReadOnlyList<string>? When, bool IsHeadline, string? NoPeer)
{
    private const string OwnRows = "POOL";

    /// <summary>Gets the title.</summary>
    internal string Title { get; private init; } = "";

    /// <summary>Gets the published time divided by that of the plain way; <see langword="null"/> if none was published.</summary>
    internal double? PublishedRatio { get; private init; }

    /// <summary>Gets the remark; <see langword="null"/> if there is none.</summary>
    internal string? Note { get; private init; }

    /// <summary>Gets the reason why this library is slower than another way, and what was tried; <see langword="null"/> if there is
    /// none.</summary>
    internal string? WhySlower { get; private init; }

    /// <summary>Gets the reason why nobody writes the plain way any more; <see langword="null"/> if it is still written.</summary>
    internal string? WhyPast { get; private init; }

    /// <summary>Gets what its contender of ours uses instead of this library; <see langword="null"/> if it uses the library.</summary>
    internal string? AddsNothing { get; private init; }

    /// <summary>Gets a value that indicates whether others published it.</summary>
    internal bool IsPublished => Source != OwnRows;

    /// <summary>Gets the roles that benchmarks must have before the row counts as measured. There are no published figures for our own
    /// rows.</summary>
    internal IReadOnlyList<string> Roles => IsPublished ? ["Before", "Published", "Ours"] : ["Before", "Ours"];

    internal static IReadOnlyList<BenchmarkRow> ReadTable()
    {
        using JsonDocument table = Read("rows.json");

        return [.. table.RootElement.GetProperty("rows").EnumerateArray().Select(row =>
            new BenchmarkRow(
                row.GetProperty("id").GetString()!,
                row.GetProperty("source").GetString()!,
                row.TryGetProperty("when", out JsonElement when) ? [.. when.EnumerateArray().Select(parts => parts.GetString()!)] : null,
                row.TryGetProperty("headline", out JsonElement headline) && headline.GetBoolean(),
                Text(row, "noPeer"))
            {
                Title = row.GetProperty("title").GetString()!,
                PublishedRatio = row.TryGetProperty("ratio", out JsonElement ratio) && ratio.TryGetProperty("time", out JsonElement time)
                    && time.ValueKind == JsonValueKind.Number ? time.GetDouble() : null,
                Note = Text(row, "note"),
                WhySlower = Text(row, "whySlower"),
                WhyPast = Text(row, "whyPast"),
                AddsNothing = Text(row, "addsNothing"),
            })];
    }

    /// <summary>Returns whether it applies to a group of contenders with a title as in docs/generated/figures.md.</summary>
    internal bool IsAbout(string group) => When is null || When.Any(parts => parts.Split(", ").All(group.Split(", ").Contains));

    /// <summary>Reads the rows that are not measured yet, each with the reason.</summary>
    internal static IReadOnlyDictionary<string, string> ReadPending()
    {
        using JsonDocument pending = Read("pending.json");

        return pending.RootElement.EnumerateObject().ToDictionary(row => row.Name, row => row.Value.GetString()!);
    }

    private static string? Text(JsonElement row, string name) => row.TryGetProperty(name, out JsonElement text) ? text.GetString() : null;

    private static JsonDocument Read(string file) => JsonDocument.Parse(File.ReadAllText(RepositoryTree.PathOf("benchmarks", file)));
}
