using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Rows;

/// <summary>Measures benchmarks of this repository. Their program runs each comparison in a separate process, and compares the outputs of
/// the contenders before it measures them.</summary>
/// <param name="name">The name for <c>--only</c>.</param>
/// <param name="title">The heading.</param>
/// <param name="summary">The description of the section.</param>
/// <param name="area">The part of the name of the benchmark program after <c>Pooling.Benchmarks</c>.</param>
/// <param name="comparisons">The groups to measure.</param>
internal sealed class RowSection(string name, string title, string summary, string area, params IReadOnlyList<RowComparison> comparisons)
    : ISection
{
    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        var results = new List<ComparisonResult>();
        var failures = new List<Check>();
        foreach (RowComparison comparison in comparisons)
        {
            double seconds = 0.5 + (comparison.Contenders.Count * (context.Quick ? 0.3 : 0.8));
            (int exitCode, string output, string error) = Programs.Run(
                context, comparison.Name, seconds, $"Pooling.Benchmarks.{area}.dll",
                ["--ratios", .. comparison.Contenders.Select(static contender => $"*.{contender.Method}"), "--group", comparison.Group,
                    "--rough",
                    "--rounds", context.Quick ? "5" : "15", "--batch", context.Quick ? "5" : "20"]);
            if (exitCode == 0)
                results.Add(comparison.ResultOf(MeasuredMethod.Parse(output)));
            else
                failures.Add(new Check($"{comparison.Name}: {error.Split('\n')[0].TrimEnd()}", false));
        }

        return new SectionResult(name, title, summary, results) { Failures = failures };
    }
}
