using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Tests that every diagnostic is listed and explained, and describes the remedy.</summary>
public sealed partial class EncodeableDiagnosticsTests
{
    private static readonly IReadOnlyList<DiagnosticDescriptor> s_descriptors = new PooledEncodeableAnalyzer().SupportedDiagnostics;

    [Fact]
    public void Ids_OfAllDiagnostics_AreOfTheirRoomAndUnique()
    {
        Assert.Equal(s_descriptors.Count, s_descriptors.Select(descriptor => descriptor.Id).Distinct().Count());
        Assert.All(s_descriptors, descriptor => Assert.Matches("^POOL1[0-9]{2}$", descriptor.Id));
    }

    [Fact]
    public void Messages_OfAllDiagnostics_SayWhatToDo() => Assert.All(
        s_descriptors,
        descriptor => Assert.Matches("(^|: )(Add|make|Make|Give|Remove|Break|Mark|Set) '?", descriptor.MessageFormat.ToString()));

    [Fact]
    public void Releases_ListAllDiagnostics()
    {
        string folder = RepositoryTree.PathOf("src", "Pooling.Analyzers");
        IEnumerable<string> listed = Directory.EnumerateFiles(folder, "AnalyzerReleases.*.md").SelectMany(File.ReadLines)
            .Where(line => line.StartsWith("POOL1", StringComparison.Ordinal));

        Assert.Equal(s_descriptors.Select(descriptor => $"{descriptor.Id} | {descriptor.Category} | "
            + $"{descriptor.DefaultSeverity} | {descriptor.Title}").Order(), listed.Order());
    }

    [Fact]
    public void Page_ExplainsAllDiagnostics()
    {
        IEnumerable<string> explained = HeadingPattern().Matches(File.ReadAllText(RepositoryTree.PathOf("docs", "compiler-messages.md")))
            .Select(match => match.Groups["heading"].Value);

        Assert.Equal(s_descriptors.Select(descriptor => $"{descriptor.Id}: {descriptor.Title}").Order(),
            explained.Where(heading => heading.StartsWith("POOL1", StringComparison.Ordinal)).Order());
    }

    [GeneratedRegex(@"^### (?<heading>.+?)\s*$", RegexOptions.Multiline)]
    private static partial Regex HeadingPattern();
}
