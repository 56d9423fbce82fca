namespace Pooling.Conventions;

/// <summary>The source tree that the tests were built from.</summary>
internal static class RepositoryTree
{
    private static readonly string[] s_generatedFolders = ["bin", "obj", "node_modules", "BenchmarkDotNet.Artifacts"];

    /// <summary>The folder that holds the solution.</summary>
    internal static string Root { get; } = FindRoot();

    internal static string PathOf(params ReadOnlySpan<string> segments) => Path.Combine([Root, .. segments]);

    /// <summary>The C# files below a folder of the repository that people wrote,
    /// with their paths relative to it and slashes forward.</summary>
    internal static IEnumerable<string> CSharpFiles(string folder) => Files(folder, "*.cs");

    /// <summary>The pages below a folder of the repository that people wrote, as <see cref="CSharpFiles"/> gives the C# files.</summary>
    internal static IEnumerable<string> MarkdownFiles(string folder) => Files(folder, "*.md");

    /// <summary>The YAML files below a folder of the repository, as <see cref="CSharpFiles"/> gives the C# files.</summary>
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
