using System.Runtime.CompilerServices;

namespace Pooling.Conventions;

/// <summary>A comparison of a text with its accepted form.</summary>
internal sealed class Verification(string target, string sourceFile, string testName)
{
    private const string MappedRoot = "/_/"; // the path that a deterministic build writes instead of the folder of the repository
    private const int ShownDifferences = 40;

    private string _directory = Path.GetDirectoryName(sourceFile.StartsWith(MappedRoot, StringComparison.Ordinal)
        ? RepositoryTree.PathOf(sourceFile[MappedRoot.Length..])
        : sourceFile)!;

    private string _fileName = $"{Path.GetFileNameWithoutExtension(sourceFile)}.{testName}";

    /// <summary>Sets the name before <c>.verified.txt</c>. The default consists of the names of the source file and the test.</summary>
    internal Verification UseFileName(string fileName)
    {
        _fileName = fileName;
        return this;
    }

    /// <summary>Sets the folder of both files. The default is that of the source file.</summary>
    internal Verification UseDirectory(string directory)
    {
        _directory = directory;
        return this;
    }

    internal TaskAwaiter GetAwaiter() => CompareAsync().GetAwaiter();

    private async Task CompareAsync()
    {
        string verifiedPath = Path.Combine(_directory, _fileName + ".verified.txt");
        string receivedPath = Path.Combine(_directory, _fileName + ".received.txt");
        string verified = File.Exists(verifiedPath) ? Normalize(await File.ReadAllTextAsync(verifiedPath)) : "";
        string received = Normalize(target);
        if (received == verified)
        {
            File.Delete(receivedPath);
            return;
        }

        await File.WriteAllTextAsync(receivedPath, received + "\n");
        IEnumerable<string> difference = LineDifference.Between(verified.Split('\n'), received.Split('\n')).Take(ShownDifferences);
        Assert.Fail($"""
            {_fileName}.verified.txt differs from what the test received (- accepted, + received):
            {string.Join('\n', difference)}
            If the change is wanted: cp {receivedPath} {verifiedPath}
            """);
    }

    private static string Normalize(string text) => text.Replace("\r\n", "\n").TrimEnd('\n');
}
