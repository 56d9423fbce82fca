using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that all guides of primitives have the same structure, so that readers find their way.</summary>
public sealed partial class GuideTests
{
    private static readonly string[] s_headings = ["When to use it", "When not to use it", "Ownership", "Limits", "Cost"];

    public static TheoryData<string> Guides() => [.. RepositoryTree.MarkdownFiles("docs/primitives")];

    [Theory]
    [MemberData(nameof(Guides))]
    public void Guide_OfAPrimitive_HasAnExampleAndThenTheSameHeadings(string guide)
    {
        string text = File.ReadAllText(RepositoryTree.PathOf("docs", "primitives", guide)).ReplaceLineEndings("\n");
        string example = ProgramPattern().Match(text).Value;
        string[] headings = [.. HeadingPattern().Matches(ProgramPattern().Replace(text, "")).Select(match => match.Groups["text"].Value)];

        Assert.Equal(s_headings, headings.Take(s_headings.Length));
        Assert.InRange(text.IndexOf(example, StringComparison.Ordinal), 1, text.IndexOf("\n## ", StringComparison.Ordinal));
    }

    [GeneratedRegex("^```csharp\n.*?^```\n", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex ProgramPattern();

    [GeneratedRegex("^## (?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex HeadingPattern();
}
