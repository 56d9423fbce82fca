namespace Pooling.Tour.Reporting;

/// <summary>The two files of a run, of which either both or none are written.</summary>
internal sealed class ReportFiles(string folder, string? jsonFile)
{
    /// <summary>The path of the page.</summary>
    public string Html { get; } = Path.GetFullPath(Path.Combine(folder, "tour.html"));

    /// <summary>The path of the figures.</summary>
    public string Json { get; } = Path.GetFullPath(jsonFile ?? Path.Combine(folder, "tour.json"));

    /// <summary>Checks before the measurements that the files can be written, and creates the folder if it does not exist.</summary>
    /// <exception cref="OutputException">A file cannot be written.</exception>
    public void Probe()
    {
        string full = Path.GetFullPath(folder);
        Attempt(full, () =>
        {
            if (File.Exists(full))
                throw new IOException("the path is not a folder");

            Directory.CreateDirectory(full);
        });
        Attempt(Html, () => StagedFile.Create(Html).Dispose());
        Attempt(Json, () => StagedFile.Create(Json).Dispose());
    }

    /// <summary>Writes both files.</summary>
    /// <param name="result">The result to write.</param>
    /// <exception cref="OutputException">A file could not be written; neither was changed.</exception>
    public void Write(TourResult result)
    {
        using StagedFile html = Stage(Html, stream => HtmlReport.Write(result, stream));
        using StagedFile json = Stage(Json, stream => JsonReport.Write(result, stream));
        Attempt(Json, json.Commit);
        Attempt(Html, html.Commit);
    }

    private static StagedFile Stage(string path, Action<Stream> write)
    {
        StagedFile? file = null;
        try
        {
            Attempt(path, () =>
            {
                file = StagedFile.Create(path);
                write(file.Stream);
                file.Complete();
            });
            return file!;
        }
        catch
        {
            file?.Dispose();
            throw;
        }
    }

    private static void Attempt(string path, Action action)
    {
        try
        {
            action();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(path, exception);
        }
    }
}
