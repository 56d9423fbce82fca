namespace Pooling.Tour;

/// <summary>The environment of a section.</summary>
internal sealed class SectionContext(bool quick, Action<string, double> progress, CancellationToken cancellationToken)
{
    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>Whether measurements are short.</summary>
    public bool Quick => quick;

    /// <summary>The number of seconds for measuring one mode of a sample.</summary>
    public int Seconds => quick ? 1 : 2;

    /// <summary>Reports the completed part of a step.</summary>
    public void Report(string step, double fraction) => progress(step, fraction);
}
