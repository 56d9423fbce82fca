using Pooling.Tour.Comparisons;

namespace Pooling.Tour;

/// <summary>The result of a section.</summary>
/// <param name="Name">The name for <c>--only</c>.</param>
/// <param name="Title">The heading.</param>
/// <param name="Summary">The description of the comparison, in one or two sentences.</param>
/// <param name="Comparisons">The measurements, in the order of the page.</param>
internal sealed record SectionResult(string Name, string Title, string Summary, IReadOnlyList<ComparisonResult> Comparisons)
{
    /// <summary>The checks because of which a comparison was not measured.</summary>
    public IReadOnlyList<Check> Failures { get; init; } = [];

    public IEnumerable<Check> Checks => [.. Failures, .. Comparisons.SelectMany(static comparison => comparison.Checks)];
}
