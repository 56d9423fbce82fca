namespace Pooling.Conventions;

/// <summary>The source tree from which the tests were built.</summary>
internal static class RepositoryTree
{
    private static readonly string[] s_generatedFolders = ["bin", "obj", "node_modules", "BenchmarkDotNet.Artifacts"];

    /// <summary>Gets the folder of the solution.</summary>
    internal static string Root { get; } = FindRoot();

    internal static string PathOf(params ReadOnlySpan<string> segments) => Path.Combine([Root, .. segments]);

    /// <summary>Returns the C# files below a folder of the repository, without generated ones. Their paths are relative to it, with forward
    /// slashes.</summary>
    internal static IEnumerable<string> CSharpFiles(string folder) => Files(folder, "*.cs");

    /// <summary>Returns the Markdown pages below a folder of the repository, in the form of <see cref="CSharpFiles"/>.</summary>
    internal static IEnumerable<string> MarkdownFiles(string folder) => Files(folder, "*.md");

    /// <summary>Returns the YAML files below a folder of the repository, in the form of <see cref="CSharpFiles"/>.</summary>
    internal static IEnumerable<string> YamlFiles(string folder) => Files(folder, "*.yml");

    private static IEnumerable<string> Files(string folder, string pattern)
    {
        string start = PathOf(folder);

        return Directory.Exists(start)
            ? Directory.EnumerateFiles(start, pattern, SearchOption.AllDirectories)
                .Where(static file => !file.StartsWith(PathOf("docs", "api") + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                .Select(file => Path.GetRelativePath(start, file).Replace('\\', '/'))
                .Where(file => !file.Split('/').Intersect(s_generatedFolders).Any())
                .Order(StringComparer.Ordinal)
            : [];
    }

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Pooling.sln")))
            folder = folder.Parent;

        return folder?.FullName ?? throw new InvalidOperationException($"No Pooling.sln in {AppContext.BaseDirectory} or above.");
    }
}
