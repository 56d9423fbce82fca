using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Pooling.Analyzers.Usage;

namespace Pooling.Conventions;

/// <summary>Tests that the compiler warns where the programs of the troubleshooting page say so, and nowhere else.</summary>
public sealed partial class TroubleshootingTests
{
    private const string Page = "docs/troubleshooting.md";

    public static TheoryData<int> Programs() => [.. Enumerable.Range(0, ExampleTests.Blocks(Page).Count)];

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Warnings_OfAProgram_AreWhereItsCommentsSay(int index)
    {
        string code = ExampleTests.Blocks(Page)[index].Code;
        ImmutableArray<Diagnostic> warnings = await ExampleTests.CompilationOf(code)
            .WithAnalyzers([new UsageAnalyzer()])
            .GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);

        Assert.Equal(
            code.Split('\n').Index()
                .Where(static line => CommentPattern().IsMatch(line.Item))
                .Select(static line => (line.Index, CommentPattern().Match(line.Item).Groups["rule"].Value)),
            warnings.Select(static warning => (warning.Location.GetLineSpan().StartLinePosition.Line, warning.Id)).Order());
    }

    /// <summary>Checks that the page shows each mistake of the table, and what to do instead.</summary>
    [Fact]
    public void Programs_OfThePage_AreAMistakeAndItsOppositeInTurn()
    {
        bool[] isMistake = [.. ExampleTests.Blocks(Page).Select(static block => CommentPattern().IsMatch(block.Code))];
        int mistakes = File.ReadLines(RepositoryTree.PathOf("docs", "diagnostics.md")).Count(RowPattern().IsMatch);

        Assert.Equal(2 * mistakes, isMistake.Length);
        Assert.Equal(Enumerable.Range(0, isMistake.Length).Select(static index => index % 2 == 0), isMistake);
    }

    [GeneratedRegex(@"// warning (?<rule>POOL\d+)$", RegexOptions.Multiline)]
    private static partial Regex CommentPattern();

    // A row of the table of mistakes, which names the rule of the compiler.
    [GeneratedRegex(@"^\| .* \| `POOL\d+` \| .* \|$")]
    private static partial Regex RowPattern();
}
