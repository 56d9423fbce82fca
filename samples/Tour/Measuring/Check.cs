namespace Pooling.Tour.Measuring;

/// <summary>One thing that was verified.</summary>
/// <param name="Name">What was verified or, if it failed, what differed.</param>
/// <param name="Passed">Whether it held.</param>
internal sealed record Check(string Name, bool Passed);
