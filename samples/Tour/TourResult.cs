using Pooling.Tour.Comparisons;

namespace Pooling.Tour;

/// <summary>The complete result of a run of the tour.</summary>
internal sealed record TourResult(DateTimeOffset Date, bool Quick, TourMachine Machine, IReadOnlyList<SectionResult> Sections)
{
    /// <summary>Whether every check of every section passed.</summary>
    public bool Passed => FailedChecks.Count == 0;

    public IReadOnlyList<Check> FailedChecks => [.. Checks.Where(static check => !check.Passed)];

    public IEnumerable<Check> Checks => Sections.SelectMany(static section => section.Checks);

    public IReadOnlyList<ComparisonResult> Comparisons => [.. Sections.SelectMany(static section => section.Comparisons)];
}
