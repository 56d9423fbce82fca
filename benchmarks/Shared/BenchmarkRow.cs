using System.Text.Json.Serialization;

namespace Pooling.Benchmarks;

/// <summary>A row: what was published, or what this library promises.</summary>
internal sealed record BenchmarkRow(string Id, string Source, string Room, string Title)
{
    public string? Note { get; init; }

    /// <summary>What was published, of the plain way.</summary>
    public RowRatio? Ratio { get; init; }

    /// <summary>Whether the published pooling was slower than the plain way.</summary>
    public bool Loss { get; init; }

    /// <summary>The promise in words.</summary>
    public string? Target { get; init; }

    /// <summary>The promise in figures.</summary>
    public RowLimit[] Limits { get; init; } = [];

    /// <summary>The groups that the row is about, if its methods stand in others, too: for each one the parts of its title.</summary>
    public string[] When { get; init; } = [];

    [JsonPropertyName("headline")]
    public bool IsHeadline { get; init; }

    internal bool IsAbout(string group) => When.Length == 0 || When.Any(parts => parts.Split(", ").All(group.Split(", ").Contains));
}
