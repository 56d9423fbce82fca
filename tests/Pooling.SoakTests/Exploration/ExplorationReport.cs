namespace Pooling.SoakTests.Exploration;

/// <summary>How much was explored.</summary>
/// <param name="Schedules">Complete schedules, those included that lead through states that were met before.</param>
/// <param name="States">Different states.</param>
/// <param name="Steps">Steps run.</param>
/// <param name="IsCutOff">Whether there are more.</param>
internal readonly record struct ExplorationReport(double Schedules, long States, long Steps, bool IsCutOff)
{
    public static ExplorationReport operator +(ExplorationReport left, ExplorationReport right) =>
        new(left.Schedules + right.Schedules, left.States + right.States, left.Steps + right.Steps, left.IsCutOff || right.IsCutOff);
}
