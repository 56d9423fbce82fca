namespace Pooling.Tour;

/// <summary>The environment of a section.</summary>
internal sealed class SectionContext(bool quick, Action<string, double> progress, CancellationToken cancellationToken)
{
    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>Whether measurements are short.</summary>
    public bool Quick => quick;

    /// <summary>Reports the completed part of a step.</summary>
    public void Report(string step, double fraction) => progress(step, fraction);
}
