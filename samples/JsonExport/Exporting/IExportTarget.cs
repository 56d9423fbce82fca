namespace Pooling.JsonExport.Exporting;

/// <summary>A sink that takes one document after the other.</summary>
internal interface IExportTarget : IDisposable
{
    /// <summary>Begins a document.</summary>
    /// <returns>What to write it to, until <see cref="End"/>.</returns>
    Stream Begin();

    /// <summary>Ends the document; for a file: closes it.</summary>
    void End();

    /// <summary>Keeps the last document.</summary>
    void Commit();
}
