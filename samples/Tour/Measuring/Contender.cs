namespace Pooling.Tour.Measuring;

/// <summary>One way to do the work of a comparison.</summary>
/// <param name="Name">What the rows call it.</param>
/// <param name="Side">Whose way it is.</param>
/// <param name="Run">Does the work the given number of times and returns a sum over the results. The loop is the contender's own, so that
/// no delegate call is part of an operation; with more threads than one it is called on each of them at once.</param>
internal sealed record Contender(string Name, Side Side, Func<int, long> Run)
{
    /// <summary>Does the work once and returns the bytes that it produced, to be compared with those of the others;
    /// <see langword="null"/> where the sum says it all.</summary>
    public Func<byte[]>? Output { get; init; }
}
