namespace Pooling.Conventions;

/// <summary>Tests that lines are short enough for a side-by-side comparison: 120 columns of the library and of text,
/// 140 of other code.</summary>
public sealed class LineLengthTests
{
    private const int MaxOfCode = 140;
    private const int MaxOfLibrary = 120;
    private const int MaxOfText = 120;

    // With the reason. Generated or recorded files (obj, *.verified.txt) are not C# files or are in an excluded folder.
    private static readonly Dictionary<string, string> s_exempt = new()
    {
        ["tests/Pooling.Analyzers.Tests/Dispatch/OpcodeHandlerGeneratorTests.cs"] = "the generator's input in a raw string literal",
        ["tests/Pooling.Binding.Tests/OptionsBindingTests.cs"] = "settings as JSON in raw string literals",
    };

    [Fact]
    public void Line_OfAnyCSharpFile_FitsIntoItsColumns() => Violations.AssertNone(
        from root in new[] { "src", "tests", "benchmarks", "samples" }
        from file in RepositoryTree.CSharpFiles(root)
        where !s_exempt.ContainsKey($"{root}/{file}")
        let most = root == "src" ? MaxOfLibrary : MaxOfCode
        from line in LongLines(File.ReadLines(RepositoryTree.PathOf(root, file)), most)
        select $"{root}/{file}({line})");

    [Fact]
    public void Line_OfAnyPage_FitsInto120Columns() => Violations.AssertNone(
        from page in Pages()
        from line in LongLines(File.ReadLines(RepositoryTree.PathOf(page)).Select(Breakable), MaxOfText)
        select $"{page}({line})");

    [Fact]
    public void ExemptFile_OfTheList_HasALongLine() => Violations.AssertNone(
        from file in s_exempt.Keys
        where !LongLines(File.ReadLines(RepositoryTree.PathOf(file)), MaxOfCode).Any()
        select $"{file} needs no exemption");

    [Theory]
    [InlineData("words and words", true)]
    [InlineData("    words and words", true)]
    [InlineData("| a row of a table | of Markdown |", false)]
    [InlineData("- [a.link](that.cannot.be.broken)", false)]
    public void LongLines_OfAPage_AreThoseThatCanBeBroken(string line, bool isFound) =>
        Assert.Equal(isFound ? [2] : [], LongLines(new[] { "short", line }.Select(Breakable), 10));

    /// <summary>Returns the numbers of longer lines.</summary>
    private static IEnumerable<int> LongLines(IEnumerable<string> lines, int most) =>
        lines.Index().Where(line => line.Item.Length > most).Select(static line => line.Index + 1);

    /// <summary>Returns the line, or nothing if Markdown cannot break it: a row of a table, or a single word such as a link.</summary>
    private static string Breakable(string line)
    {
        string content = line.Trim().TrimStart('-', '*').TrimStart();

        return content.StartsWith('|') || !content.Contains(' ') ? "" : line;
    }

    private static IEnumerable<string> Pages() =>
        Directory.EnumerateFiles(RepositoryTree.Root, "*.md").Select(static path => Path.GetFileName(path)).Concat(
            from root in new[] { ".github", "docs", "src", "tests", "benchmarks", "samples" }
            from page in RepositoryTree.MarkdownFiles(root)
            select $"{root}/{page}");
}
