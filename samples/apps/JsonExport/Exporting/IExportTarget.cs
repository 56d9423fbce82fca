namespace Pooling.JsonExport.Exporting;

/// <summary>A destination that accepts one document after another.</summary>
internal interface IExportTarget : IDisposable
{
    /// <summary>Begins a document.</summary>
    /// <returns>The stream to write to until <see cref="End"/>.</returns>
    Stream Begin();

    /// <summary>Ends the document. A file is closed.</summary>
    void End();

    /// <summary>Keeps the last document.</summary>
    void Commit();
}
