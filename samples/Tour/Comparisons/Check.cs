namespace Pooling.Tour.Comparisons;

/// <summary>The result of a check.</summary>
/// <param name="Name">The subject of the check or, if it failed, the difference.</param>
/// <param name="Passed">Whether the check passed.</param>
internal sealed record Check(string Name, bool Passed);
