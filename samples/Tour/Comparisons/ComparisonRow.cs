namespace Pooling.Tour.Comparisons;

/// <summary>The figures of one contender.</summary>
/// <param name="Name">The contender.</param>
/// <param name="Side">Whether it uses this library.</param>
/// <param name="Time">The time of an operation in nanoseconds: quartiles of the rounds.</param>
/// <param name="Ratios">The ratio of its time to that of each row in the same round: quartiles of the rounds.</param>
/// <param name="BytesPerOperation">The bytes allocated per operation: the median of the rounds.</param>
/// <param name="Gen0">The number of collections of generation 0 or older in all rounds, for as many operations as the first row.</param>
/// <param name="Gen1">The number of collections of generation 1 in all rounds, for as many operations as the first row.</param>
/// <param name="Gen2">The number of collections of generation 2 in all rounds, for as many operations as the first row.</param>
internal sealed record ComparisonRow(string Name, Side Side, Quartiles Time, IReadOnlyList<Quartiles> Ratios, double BytesPerOperation,
    int Gen0, int Gen1, int Gen2)
{
    /// <summary>The ratio of its time to that of the plain contender.</summary>
    public Quartiles Ratio => Ratios[0];
}
