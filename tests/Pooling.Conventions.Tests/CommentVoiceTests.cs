using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Checks that comments open with what a thing is or does, and not with a question word.</summary>
public sealed partial class CommentVoiceTests
{
    private const double MaxShare = 0.001; // sometimes the question is the shortest name

    [Theory]
    [InlineData("src")]
    [InlineData("tests")]
    [InlineData("benchmarks")]
    [InlineData("samples")]
    public void Description_OfAnyMember_OpensWithWhatItIsOrDoes(string root)
    {
        (string Place, bool IsQuestion)[] descriptions = [.. from file in RepositoryTree.CSharpFiles(root)
            let text = File.ReadAllText(RepositoryTree.PathOf(root, file))
            from description in DescriptionPattern().Matches(text).Cast<Match>()
            let line = text.AsSpan(0, description.Index).Count('\n') + 1
            select ($"{root}/{file}({line})", IsQuestion(description.Groups["text"].Value))];
        string[] questions = [.. from description in descriptions where description.IsQuestion select description.Place];

        Assert.NotEmpty(descriptions);
        if (questions.Length > descriptions.Length * MaxShare)
            Violations.AssertNone(questions);
    }

    [Theory]
    [InlineData("What a pool costs.", true)]
    [InlineData("Is told that a broadcast is over.", true)]
    [InlineData("Lets bots play.", true)]
    [InlineData("The cost of a pool.", false)]
    [InlineData("Whatever is left.", false)]
    public void IsQuestion_OfTheFirstWords_IsFound(string description, bool isFound) => Assert.Equal(isFound, IsQuestion(description));

    private static bool IsQuestion(string description) => QuestionPattern().IsMatch(description);

    [GeneratedRegex(@"/// <(?:summary|returns|(?:type)?param name=""[^""]*"")>(?:\s*///)?\s*(?<text>\S[^\n]*)")]
    private static partial Regex DescriptionPattern();

    [GeneratedRegex(@"^(What|How|Where|Who|Whose|Is told|Lets)\b")]
    private static partial Regex QuestionPattern();
}
