using Pooling.Tour.Measuring;

namespace Pooling.Tour;

/// <summary>What a section runs with.</summary>
internal sealed class SectionContext(Measurement measurement, Action<string, double> progress, CancellationToken cancellationToken)
{
    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>How long one comparison is timed, for sections that do not use <see cref="Compare"/>.</summary>
    public TimeSpan Budget => measurement.Budget;

    /// <summary>Tells the finished part of a step, for the same.</summary>
    public void Report(string step, double fraction) => progress(step, fraction);

    /// <summary>Checks that the contenders agree, then measures them against each other.</summary>
    /// <param name="comparison">The contenders.</param>
    public ComparisonResult Compare(Comparison comparison)
    {
        cancellationToken.ThrowIfCancellationRequested();
        progress(comparison.Name, 0);
        ComparisonResult result = measurement.Measure(comparison, fraction => progress(comparison.Name, fraction), cancellationToken);
        progress(comparison.Name, 1);
        return result;
    }
}
