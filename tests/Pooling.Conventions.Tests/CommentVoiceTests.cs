using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Checks that comments open with what a thing is or does, and not with a question word.</summary>
public sealed partial class CommentVoiceTests
{
    private const double MaxShare = 0.01; // sometimes the question is the shortest name

    [Theory]
    [InlineData("src")]
    [InlineData("tests")]
    [InlineData("benchmarks")]
    [InlineData("samples")]
    public void Summary_OfAnyMember_OpensWithWhatItIsOrDoes(string root)
    {
        (string Place, bool IsQuestion)[] summaries = [.. from file in RepositoryTree.CSharpFiles(root)
            let text = File.ReadAllText(RepositoryTree.PathOf(root, file))
            from summary in SummaryPattern().Matches(text).Cast<Match>()
            let line = text.AsSpan(0, summary.Index).Count('\n') + 1
            select ($"{root}/{file}({line})", IsQuestion(summary.Groups["text"].Value))];
        string[] questions = [.. summaries.Where(static summary => summary.IsQuestion).Select(static summary => summary.Place)];

        Assert.NotEmpty(summaries);
        if (questions.Length > summaries.Length * MaxShare)
            Violations.AssertNone(questions);
    }

    [Theory]
    [InlineData("What a pool costs.", true)]
    [InlineData("Is told that a broadcast is over.", true)]
    [InlineData("Lets bots play.", true)]
    [InlineData("The cost of a pool.", false)]
    [InlineData("Whatever is left.", false)]
    public void IsQuestion_OfTheFirstWords_IsFound(string summary, bool isFound) => Assert.Equal(isFound, IsQuestion(summary));

    private static bool IsQuestion(string summary) => QuestionPattern().IsMatch(summary);

    [GeneratedRegex(@"/// <summary>(?:\s*///)?\s*(?<text>\S[^\n]*)")]
    private static partial Regex SummaryPattern();

    [GeneratedRegex(@"^(What|How|Where|Who|Whose|Is told|Lets)\b")]
    private static partial Regex QuestionPattern();
}
