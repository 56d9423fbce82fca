namespace Pooling.Benchmarks;

/// <summary>A row: what was published, or what this library promises.</summary>
/// <param name="Ratio">What was published, of the plain way.</param>
/// <param name="Loss">Whether the published pooling was slower than the plain way.</param>
/// <param name="Limits">The target in figures.</param>
/// <param name="When">The groups that the row is about, if its methods stand in others, too: for each one the parts of its title.</param>
internal sealed record BenchmarkRow(string Id, string Source, string Room, string Title, string? Note = null, RowRatio? Ratio = null,
    bool Loss = false, string? Target = null, RowLimit[]? Limits = null, string[]? When = null)
{
    [JsonPropertyName("headline")]
    public bool IsHeadline { get; init; }

    internal bool IsAbout(string group) => When is null || When.Any(parts => parts.Split(", ").All(group.Split(", ").Contains));
}
