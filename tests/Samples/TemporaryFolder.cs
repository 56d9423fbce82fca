namespace Pooling.Samples;

/// <summary>A folder for one test, which is deleted when the test ends.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("pooling-samples-tests-").FullName;

    /// <summary>Gets the names of the files in the folder, in order.</summary>
    public string[] Files =>
        [.. Directory.EnumerateFiles(Path).Select(file => System.IO.Path.GetFileName(file)).Order(StringComparer.Ordinal)];

    public string File(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
