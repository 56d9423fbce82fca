using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that type arguments outside of code, such as MemoryPool&lt;byte&gt;, are escaped. Otherwise they are interpreted as tags
/// and disappear.</summary>
public sealed partial class PageTagTests
{
    // The start page of the site has parts that cannot be written in Markdown.
    private static readonly string[] s_exempt = ["docs/index.md"];

    [Fact]
    public void Page_OutsideOfCode_HasNoTags() => Violations.AssertNone(
        from page in Pages()
        where !s_exempt.Contains(page)
        from tag in TagsIn(File.ReadAllText(RepositoryTree.PathOf(page)).ReplaceLineEndings("\n"))
        select $"{page}: {tag}");

    [Theory]
    [InlineData("Target: <= 1.0 of MemoryPool<byte>.Shared", new[] { "<byte>" })]
    [InlineData("Target: <= 1.0 of MemoryPool\\<byte>.Shared", new string[0])]
    [InlineData("of `MemoryPool<byte>.Shared`", new string[0])]
    [InlineData("```csharp\nnew List<int>();\n```\n", new string[0])]
    [InlineData("<!-- a comment -->", new string[0])]
    public void TagsIn_Page_AreFound(string page, string[] tags) => Assert.Equal(tags, TagsIn(page));

    private static IEnumerable<string> Pages() =>
        Directory.EnumerateFiles(RepositoryTree.Root, "*.md").Select(static path => Path.GetFileName(path)).Concat(
            from root in new[] { ".github", "docs", "src", "benchmarks", "samples" }
            from page in RepositoryTree.MarkdownFiles(root)
            select $"{root}/{page}");

    private static IEnumerable<string> TagsIn(string page) =>
        TagPattern().Matches(CodePattern().Replace(page, "")).Select(static tag => tag.Value);

    [GeneratedRegex("^```.*?^```|`[^`]*`", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodePattern();

    [GeneratedRegex(@"(?<!\\)</?[A-Za-z][^>\n]*>")]
    private static partial Regex TagPattern();
}
