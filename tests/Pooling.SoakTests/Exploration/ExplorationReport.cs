namespace Pooling.SoakTests.Exploration;

/// <summary>The extent of an exploration.</summary>
/// <param name="Schedules">The number of complete schedules, including those through states that were already known.</param>
/// <param name="States">The number of different states.</param>
/// <param name="Steps">The number of executed steps.</param>
/// <param name="IsCutOff">Whether there are more schedules.</param>
internal readonly record struct ExplorationReport(double Schedules, long States, long Steps, bool IsCutOff)
{
    public static ExplorationReport operator +(ExplorationReport left, ExplorationReport right) =>
        new(left.Schedules + right.Schedules, left.States + right.States, left.Steps + right.Steps, left.IsCutOff || right.IsCutOff);
}
