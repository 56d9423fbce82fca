using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>The first command that a user types must find the package: without <c>--prerelease</c>, NuGet offers no preview.</summary>
public sealed partial class InstallCommandTests
{
    [Theory]
    [InlineData("README.md")]
    [InlineData("src/Pooling/README.md")]
    [InlineData("docs/index.md")]
    public void Command_OfAPage_FitsTheVersion(string page)
    {
        string version = XDocument.Load(RepositoryTree.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;
        MatchCollection commands = CommandPattern().Matches(File.ReadAllText(Path.Combine(RepositoryTree.Root, page)));

        Assert.NotEmpty(commands);
        Assert.All(commands, command => Assert.Equal(version.Contains('-'), command.Groups["preview"].Success));
    }

    [GeneratedRegex(@"^dotnet add package Pooling(?<preview> --prerelease)?$", RegexOptions.Multiline)]
    private static partial Regex CommandPattern();
}
