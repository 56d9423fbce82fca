using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>Tests the command that adds the package: without a stable version, it needs <c>--prerelease</c>.</summary>
public sealed partial class InstallCommandTests
{
    private static readonly (string Package, string Page)[] s_pages =
    [
        ("Pooling", "README.md"), ("Pooling", "docs/index.md"), ("Pooling", "docs/quick-starts.md"), ("Pooling", "src/Pooling/README.md"),
        ("Pooling.Extensions", "docs/hosting.md"), ("Pooling.Extensions", "src/Pooling.Extensions/README.md"),
        ("Pooling.Testing", "docs/testing.md"), ("Pooling.Testing", "src/Pooling.Testing/README.md"),
    ];

    [Fact]
    public void InstallCommand_OfEveryPage_FitsTheVersion()
    {
        string version = XDocument.Load(RepositoryTree.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;
        string option = version.Contains('-') ? " --prerelease" : "";

        Assert.All(s_pages, one => Assert.Equal(
            $"dotnet add package {one.Package}{option}",
            CommandPattern().Match(File.ReadAllText(RepositoryTree.PathOf(one.Page))).Value.TrimEnd()));
    }

    [GeneratedRegex(@"^dotnet add package Pooling\b.*$", RegexOptions.Multiline)]
    private static partial Regex CommandPattern();
}
