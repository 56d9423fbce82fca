namespace Pooling.Tour.Measuring;

/// <summary>A contender that does the work of a comparison.</summary>
/// <param name="Name">The name in the rows.</param>
/// <param name="Side">Whether it uses this library.</param>
/// <param name="Run">Does the work the given number of times and returns a sum of the results. It contains the loop, so that no delegate
/// call is part of an operation. With several threads, it is called on each of them at the same time.</param>
internal sealed record Contender(string Name, Side Side, Func<int, long> Run)
{
    /// <summary>Does the work once and returns the bytes that it produced, to compare them with those of the others; <see langword="null"/>
    /// if the sum is sufficient.</summary>
    public Func<byte[]>? Output { get; init; }
}
