using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>Tests the command that adds the package: without a stable version, it needs <c>--prerelease</c>.</summary>
public sealed partial class InstallCommandTests
{
    private static readonly string[] s_pages = ["README.md", "docs/index.md", "docs/quick-starts.md", "src/Pooling/README.md"];

    [Fact]
    public void InstallCommand_OfEveryPage_FitsTheVersion()
    {
        string version = XDocument.Load(RepositoryTree.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;
        string command = version.Contains('-') ? "dotnet add package Pooling --prerelease" : "dotnet add package Pooling";

        Assert.All(s_pages, page =>
            Assert.Equal(command, CommandPattern().Match(File.ReadAllText(RepositoryTree.PathOf(page))).Value.TrimEnd()));
    }

    [GeneratedRegex(@"^dotnet add package Pooling\b.*$", RegexOptions.Multiline)]
    private static partial Regex CommandPattern();
}
