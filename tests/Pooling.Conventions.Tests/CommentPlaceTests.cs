using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests where comments stand.</summary>
public sealed partial class CommentPlaceTests
{
    [Fact]
    public void Statement_WithACommentBelowItsCondition_HasBraces() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles("src")
        from line in BareBodies(File.ReadAllLines(RepositoryTree.PathOf("src", file)))
        select $"src/{file}({line})");

    [Theory]
    [InlineData("    if (isRead)", "        // still read", true)]
    [InlineData("    for (int i = 0; i < count; i++) // all", "        // before the next", true)]
    [InlineData("    else", "        // the rest", true)]
    [InlineData("    if (isRead)", "    // of the next statement", false)]
    [InlineData("    if (isRead", "        // continued", false)]
    public void BareBodies_OfTwoLines_AreThoseThatBeginWithAComment(string first, string second, bool isFound) =>
        Assert.Equal(isFound ? [2] : [], BareBodies([first, second]));

    /// <summary>Returns the numbers of lines with a comment at the start of a body without braces.</summary>
    private static IEnumerable<int> BareBodies(string[] lines) =>
        from line in Enumerable.Range(1, Math.Max(0, lines.Length - 1))
        where lines[line].TrimStart().StartsWith("// ", StringComparison.Ordinal)
            && Head().Match(lines[line - 1]) is { Success: true } head
            && lines[line].Length - lines[line].TrimStart().Length > head.Groups[1].Length
        select line + 1;

    [GeneratedRegex(@"^( *)((if|for|foreach|while|else if) \(.*\)|else)( //.*)?$")]
    private static partial Regex Head();
}
