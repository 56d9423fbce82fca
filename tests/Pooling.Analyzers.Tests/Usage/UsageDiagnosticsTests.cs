using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>Tests that every diagnostic is listed, and explained by code that is reported and code that is not.</summary>
public sealed partial class UsageDiagnosticsTests
{
    private static readonly IReadOnlyList<DiagnosticDescriptor> s_descriptors = new UsageAnalyzer().SupportedDiagnostics;

    private static string Page => File.ReadAllText(RepositoryTree.PathOf("docs", "compiler-messages.md"));

    [Fact]
    public void Ids_OfAllDiagnostics_AreOfTheirRoomAndUnique()
    {
        Assert.Equal(s_descriptors.Count, s_descriptors.Select(static each => each.Id).Distinct().Count());
        Assert.All(s_descriptors, static each => Assert.Matches("^POOL0[0-9]{2}$", each.Id));
    }

    [Fact]
    public void Messages_OfAllDiagnostics_SayWhatToDo() => Assert.All(
        s_descriptors, static each => Assert.Matches("^(Dispose|Use|Keep|Return|Flush|Patch|Start) ", each.MessageFormat.ToString()));

    [Fact]
    public void Releases_ListAllDiagnostics()
    {
        IEnumerable<string> listed = Directory.EnumerateFiles(RepositoryTree.PathOf("src", "Pooling.Analyzers"), "AnalyzerReleases.*.md")
            .SelectMany(File.ReadLines).Where(static line => line.StartsWith("POOL0", StringComparison.Ordinal));

        Assert.Equal(s_descriptors.Select(static each => $"{each.Id} | {each.Category} | {each.DefaultSeverity} | {each.Title}").Order(),
            listed.Order());
    }

    [Fact]
    public void Page_ExplainsAllDiagnostics() => Assert.Equal(
        s_descriptors.Select(static each => $"{each.Id}: {each.Title}").Order(),
        SectionPattern().Matches(Page).Select(static match => $"{match.Groups["id"].Value}: {match.Groups["title"].Value}").Order());

    public static TheoryData<string> Ids => [.. s_descriptors.Select(static each => each.Id)];

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Page_CodeOfASection_IsReportedOnlyWhereItIsBad(string id)
    {
        Match section = SectionPattern().Matches(Page).Single(match => match.Groups["id"].Value == id);

        Assert.Equal([id], await AnalyzeAsync(section.Groups["bad"].Value));
        Assert.Empty(await AnalyzeAsync(section.Groups["good"].Value));
    }

    private static async Task<IEnumerable<string>> AnalyzeAsync(string code)
    {
        Compilation compilation = UsageCompiler.Compile($$"""
            #pragma warning disable CS1998, CS4014
            public static class Program
            {
                private static void Fill<T>(T item) => _ = item;

                public static async Task<object?> Run(LeasePool<StringBuilder> pool, BufferWriterPool writers,
                    MpmcRingQueue<PooledLease<PooledArrayBufferWriter<byte>>> queue, PooledLease<PooledArrayBufferWriter<byte>> lease_,
                    ObjectPool<PooledArrayBufferWriter<byte>> items, PooledArrayBufferWriter<byte> writer, Stream stream, int[] all)
                {
                    {{(code.Contains("var lease", StringComparison.Ordinal) ? "" : "var lease = lease_;")}}
                    {{Regex.Replace(code, @"\s+", " ")}}
                    {{(code.Contains("return", StringComparison.Ordinal) ? "" : "return null;")}}
                }
            }
            """);

        Assert.Empty(compilation.GetDiagnostics().Where(static each => each.Severity == DiagnosticSeverity.Error));
        return (await UsageCompiler.AnalyzeAsync(compilation)).Select(static each => each.Id);
    }

    [GeneratedRegex(@"^### (?<id>POOL0\d+): (?<title>.+?)\s*$(?:(?!^###).)*?^- Bad: `(?<bad>[^`]+)`\s+^- Good: `(?<good>[^`]+)`",
        RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex SectionPattern();
}
