using Pooling.Tour.Measuring;

namespace Pooling.Tour;

/// <summary>The environment of a section.</summary>
internal sealed class SectionContext(Measurement measurement, Action<string, double> progress, CancellationToken cancellationToken)
{
    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>The time for measuring one comparison, for sections that do not use <see cref="Compare"/>.</summary>
    public TimeSpan Budget => measurement.Budget;

    /// <summary>Reports the completed part of a step, for sections that do not use <see cref="Compare"/>.</summary>
    public void Report(string step, double fraction) => progress(step, fraction);

    /// <summary>Checks that the contenders agree, and compares them.</summary>
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
