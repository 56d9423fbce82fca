using Pooling.Tour.Measuring;

namespace Pooling.Tour;

/// <summary>What a section found out.</summary>
/// <param name="Name">The name that <c>--only</c> knows.</param>
/// <param name="Title">The heading.</param>
/// <param name="Summary">What is compared, in a sentence or two.</param>
/// <param name="Comparisons">The measurements, in the order of the page.</param>
internal sealed record SectionResult(string Name, string Title, string Summary, IReadOnlyList<ComparisonResult> Comparisons)
{
    public IEnumerable<Check> Checks => Comparisons.SelectMany(static comparison => comparison.Checks);
}
