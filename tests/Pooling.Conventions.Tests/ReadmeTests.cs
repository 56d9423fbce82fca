using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that the README is read in a minute.</summary>
public sealed partial class ReadmeTests
{
    private const int MaxLines = 80;
    private const int MaxWords = 700;
    private const int MaxGains = 7;
    private const string HeadOfGains = "| you have | use | typical time |";

    private static readonly string[] s_lines = File.ReadAllLines(RepositoryTree.PathOf("README.md"));

    [Fact]
    public void Readme_IsShort()
    {
        Assert.InRange(s_lines.Length, 1, MaxLines);
        Assert.InRange(s_lines.Sum(static line => WordPattern().Count(WithoutTargets(line))), 1, MaxWords);
    }

    [Fact]
    public void TypicalGain_OfAnyRow_IsOneNumber()
    {
        string[] gains = [.. s_lines.SkipWhile(static line => line != HeadOfGains).Skip(2).TakeWhile(IsRow)];

        Assert.InRange(gains.Length, 1, MaxGains);
        Assert.All(gains, static row => Assert.Single(FigureLink.ReadAll(row)));
    }

    [Theory]
    [InlineData("one [two](docs/three.md) four", 3)]
    [InlineData("- **One.** Two, three", 3)]
    public void Words_OfALine_AreThoseThatAreRead(string line, int expected) =>
        Assert.Equal(expected, WordPattern().Count(WithoutTargets(line)));

    private static bool IsRow(string line) => line.StartsWith('|');

    private static string WithoutTargets(string line) => TargetPattern().Replace(line, "]");

    [GeneratedRegex(@"\]\([^)]*\)")]
    private static partial Regex TargetPattern();

    [GeneratedRegex(@"[\w.`'/-]*\w[\w.`'/-]*")]
    private static partial Regex WordPattern();
}
