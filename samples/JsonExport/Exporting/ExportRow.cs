namespace Pooling.JsonExport.Exporting;

/// <summary>The figures of one writer; those of one write, unless they say otherwise.</summary>
/// <param name="Contender">The writer.</param>
/// <param name="Difference">How its document differs from the right one; <see langword="null"/> if it does not.</param>
/// <param name="Milliseconds">The time.</param>
/// <param name="AllocatedBytes">What the writing thread allocated.</param>
/// <param name="Gen0">Collections of generation 0 during all writes; one of an older generation counts for the younger ones, too.</param>
/// <param name="ToDirect">The time against the hand-written baseline, round by round, if that was measured.</param>
/// <param name="ToOData">The time against OData's writer.</param>
internal sealed record ExportRow(
    ExportContender Contender,
    string? Difference,
    Quartiles Milliseconds,
    double AllocatedBytes,
    int Gen0,
    int Gen1,
    int Gen2,
    Quartiles? ToDirect,
    Quartiles? ToOData)
{
    public double MegabytesPerSecond(int bytes) => bytes / Milliseconds.Median / 1000;
}
