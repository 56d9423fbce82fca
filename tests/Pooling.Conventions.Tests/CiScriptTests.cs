using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that the scripts of .ci are parts of <c>.ci/run</c>, so that the steps of a workflow run before a change is
/// merged.</summary>
public sealed partial class CiScriptTests
{
    private static readonly string s_run = Text(".ci/run");

    private static readonly string[] s_scripts =
        [.. Directory.EnumerateFiles(RepositoryTree.PathOf(".ci")).Select(static path => $".ci/{Path.GetFileName(path)}")];

    private static readonly string s_functions =
        string.Concat(Directory.EnumerateFiles(RepositoryTree.PathOf(".ci", "steps"), "*.sh").Select(File.ReadAllText));

    [Fact]
    public void Script_OfTheFolder_SaysHowItIsCalled() => Violations.AssertNone(
        from script in s_scripts
        let text = Text(script)
        where !text.StartsWith("#!/usr/bin/env bash\n", StringComparison.Ordinal) || !text.Contains($"\n# usage: {script}")
        select script);

    [Fact]
    public void Script_OfTheFolder_IsNamedInContributing() => Violations.AssertNone(
        from script in s_scripts
        where !Text("CONTRIBUTING.md").Contains($"`{script}", StringComparison.Ordinal)
        select script);

    [Fact]
    public void Steps_OfEveryScript_AreStepsOfRun() => Violations.AssertNone(
        from script in s_scripts
        from steps in StepsIn(Text(script)).Except(StepsIn(s_run))
        select $"{script}: {steps}");

    [Fact]
    public void Steps_OfRun_AreDefinedAndLeaveNoneOut()
    {
        string[] called = [.. StepsIn(s_run).Concat(StepsIn(s_functions))];
        string[] defined = [.. DefinitionPattern().Matches(s_functions).Select(static definition => definition.Groups["name"].Value)];

        Assert.Equal(defined.Order(StringComparer.Ordinal), called.Distinct().Order(StringComparer.Ordinal));
    }

    private static IEnumerable<string> StepsIn(string script) =>
        CallPattern().Matches(script).Select(static call => call.Groups["name"].Value);

    private static string Text(string file) => File.ReadAllText(RepositoryTree.PathOf(file)).ReplaceLineEndings("\n");

    [GeneratedRegex(@"^(?!#).*?\b(?<name>\w+_steps)\b(?!\(\))", RegexOptions.Multiline)]
    private static partial Regex CallPattern();

    [GeneratedRegex(@"^(?<name>\w+_steps)\(\)", RegexOptions.Multiline)]
    private static partial Regex DefinitionPattern();
}
