namespace Pooling.Tour.Reporting;

/// <summary>The two files of a run: both appear, or neither.</summary>
internal sealed class ReportFiles(string folder, string? jsonFile)
{
    /// <summary>The page.</summary>
    public string Html { get; } = Path.GetFullPath(Path.Combine(folder, "tour.html"));

    /// <summary>The figures.</summary>
    public string Json { get; } = Path.GetFullPath(jsonFile ?? Path.Combine(folder, "tour.json"));

    /// <summary>Finds out before the measurements whether the files can be written, and creates the folder if it is missing.</summary>
    /// <exception cref="IOException">They cannot.</exception>
    /// <exception cref="UnauthorizedAccessException">They must not.</exception>
    public void Probe()
    {
        string full = Path.GetFullPath(folder);
        if (File.Exists(full))
            throw new IOException($"'{full}' is not a folder");

        Directory.CreateDirectory(full);
        StagedFile.Create(Html).Dispose();
        StagedFile.Create(Json).Dispose();
    }

    /// <summary>Writes both files.</summary>
    /// <param name="result">What to write.</param>
    public void Write(TourResult result)
    {
        using StagedFile html = StagedFile.Create(Html);
        using StagedFile json = StagedFile.Create(Json);
        HtmlReport.Write(result, html.Stream);
        JsonReport.Write(result, json.Stream);
        html.Complete();
        json.Complete();
        json.Commit();
        html.Commit();
    }
}
