namespace Pooling.JsonExport.Exporting;

/// <summary>The result of an export.</summary>
/// <param name="Bytes">The length of the expected document.</param>
/// <param name="Writes">The number of times that each writer was timed.</param>
internal sealed record ExportResult(int Count, ExportSink Sink, int Bytes, int Writes, IReadOnlyList<ExportRow> Rows)
{
    /// <summary>Whether every writer without a known defect wrote the expected document.</summary>
    public bool Passed => Rows.All(static row => row.Difference is null || row.Contender.KnownDefect is not null);
}
