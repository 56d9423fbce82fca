namespace Pooling.JsonExport.Exporting;

/// <summary>A file that is opened, written and closed for each document, and gets its name when one is kept.</summary>
/// <param name="path">The name, as the user gave it.</param>
internal sealed class FileTarget(string path) : IExportTarget
{
    private StagedFile? _file;

    public Stream Begin() => Attempt(() =>
    {
        _file?.Dispose();
        _file = null;
        _file = StagedFile.Create(path);
        return _file.Stream;
    });

    public void End() => Attempt(() =>
    {
        _file!.Close();
        return 0;
    });

    public void Commit() => Attempt(() =>
    {
        _file!.Commit();
        return 0;
    });

    public void Dispose() => _file?.Dispose();

    private T Attempt<T>(Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(path, exception);
        }
    }
}
