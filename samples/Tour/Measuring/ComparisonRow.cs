namespace Pooling.Tour.Measuring;

/// <summary>The figures of one contender.</summary>
/// <param name="Name">The contender.</param>
/// <param name="Side">Whether it uses this library.</param>
/// <param name="Time">Nanoseconds per operation: quartiles of the rounds.</param>
/// <param name="Ratios">Its time divided by that of each row in the same round: quartiles of the rounds.</param>
/// <param name="BytesPerOperation">Bytes allocated per operation: the median of the rounds.</param>
/// <param name="Gen0">Collections of generation 0 or older during all its rounds.</param>
/// <param name="Gen1">Collections of generation 1 during all its rounds.</param>
/// <param name="Gen2">Collections of generation 2 during all its rounds.</param>
internal sealed record ComparisonRow(string Name, Side Side, Quartiles Time, IReadOnlyList<Quartiles> Ratios, double BytesPerOperation,
    int Gen0, int Gen1, int Gen2)
{
    /// <summary>Its time divided by that of the plain way.</summary>
    public Quartiles Ratio => Ratios[0];
}
