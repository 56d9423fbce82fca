namespace Pooling.Tour.Measuring;

/// <summary>The result of a check.</summary>
/// <param name="Name">What was checked or, if the check failed, what differed.</param>
/// <param name="Passed">Whether the check passed.</param>
internal sealed record Check(string Name, bool Passed);
