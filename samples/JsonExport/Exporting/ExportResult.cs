namespace Pooling.JsonExport.Exporting;

/// <summary>What an export found out.</summary>
/// <param name="Bytes">The length of the right document.</param>
/// <param name="Writes">How often each writer was timed.</param>
internal sealed record ExportResult(int Count, ExportSink Sink, int Bytes, int Writes, IReadOnlyList<ExportRow> Rows)
{
    /// <summary>Whether every writer wrote the right document, but for those of which it is known that they do not.</summary>
    public bool Passed => Rows.All(static row => row.Difference is null || row.Contender.KnownDefect is not null);
}
