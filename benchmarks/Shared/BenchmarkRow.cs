namespace Pooling.Benchmarks;

/// <summary>A row: a published figure, or a promise of this library.</summary>
/// <param name="Ratio">The published ratio to the plain technique.</param>
/// <param name="Loss">Whether the published pooling was slower than the plain technique.</param>
/// <param name="Limits">The target in figures.</param>
/// <param name="When">The groups to which the row applies, if its methods are also in others: the parts of the title for each
/// group.</param>
internal sealed record BenchmarkRow(string Id, string Source, string Room, string Title, string? Note = null, RowRatio? Ratio = null,
    bool Loss = false, string? Target = null, RowLimit[]? Limits = null, string[]? When = null)
{
    [JsonPropertyName("headline")]
    public bool IsHeadline { get; init; }

    internal bool IsAbout(string group) => When is null || When.Any(parts => parts.Split(", ").All(group.Split(", ").Contains));
}
