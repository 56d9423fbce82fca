namespace Pooling.JsonExport.Exporting;

/// <summary>The figures of one writer, for one write unless stated otherwise.</summary>
/// <param name="Contender">The writer.</param>
/// <param name="Difference">The difference between its document and the expected one; <see langword="null"/> if there is none.</param>
/// <param name="Milliseconds">The time.</param>
/// <param name="AllocatedBytes">The bytes that the writing thread allocated.</param>
/// <param name="Gen0">The number of collections of generation 0 during all writes. A collection of an older generation also counts for the
/// younger ones.</param>
/// <param name="ToDirect">The time relative to the hand-written baseline, round by round, if it was measured.</param>
/// <param name="ToOData">The time relative to OData's writer.</param>
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
