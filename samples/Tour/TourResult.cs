using Pooling.Tour.Measuring;

namespace Pooling.Tour;

/// <summary>The complete result of a run of the tour.</summary>
internal sealed record TourResult(DateTimeOffset Date, bool Quick, TourMachine Machine, IReadOnlyList<SectionResult> Sections)
{
    /// <summary>Whether every check of every section passed.</summary>
    public bool Passed => FailedChecks.Count == 0;

    public IReadOnlyList<Check> FailedChecks =>
        [.. Sections.SelectMany(static section => section.Checks).Where(static check => !check.Passed)];

    public IReadOnlyList<ComparisonResult> Comparisons => [.. Sections.SelectMany(static section => section.Comparisons)];
}
