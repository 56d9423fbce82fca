namespace Pooling.JsonExport.Exporting;

/// <summary>Writes each document to a file that is opened and closed for it. The file gets its name when a document is kept.</summary>
/// <param name="path">The name as the user specified it.</param>
internal sealed class FileTarget(string path) : IExportTarget
{
    private StagedFile? _file;

    public Stream Begin()
    {
        _file?.Dispose();
        _file = null; // in case opening the next one fails
        _file = StagedFile.Create(path);
        return _file.Stream;
    }

    public void End() => _file!.Close();

    public void Commit() => _file!.Commit();

    public void Dispose() => _file?.Dispose();
}
