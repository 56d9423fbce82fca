using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace Pooling.Conventions;

/// <summary>A workflow of the repository, or an action that its workflows share, and the rules that it violates.</summary>
internal sealed partial class Workflow
{
    private readonly string[] _lines;
    private readonly YamlMappingNode _root;

    internal Workflow(string text)
    {
        _lines = text.ReplaceLineEndings("\n").Split('\n');
        _root = Yaml.Root(text);
    }

    private IEnumerable<(string Name, YamlMappingNode Node)> Jobs =>
        from job in (_root.Child("jobs") as YamlMappingNode ?? []).Children
        select ($"job {job.Key}", (YamlMappingNode)job.Value);

    private IEnumerable<YamlMappingNode> Steps => _root.Child("runs") is YamlMappingNode action
        ? action.Elements("steps")
        : Jobs.SelectMany(static job => job.Node.Elements("steps"));

    /// <summary>Returns the rules that it violates.</summary>
    /// <param name="isScript">Whether a path is that of an executable script.</param>
    internal IEnumerable<string> Violations(Func<string, bool> isScript) =>
    [
        .. _root.Child("runs") is null ? OfWorkflow() : [],
        .. Jobs.SelectMany(OfJob),
        .. Steps.SelectMany(step => OfStep(step, isScript)),
    ];

    private IEnumerable<string> OfWorkflow()
    {
        if (!Jobs.Any())
            yield return "has no jobs";

        if (_root.Child("permissions") is not YamlMappingNode)
            yield return "does not list its permissions";

        if (_root.Child("concurrency") is null)
            yield return "has no concurrency group";
    }

    private static IEnumerable<string> OfJob((string Name, YamlMappingNode Node) job)
    {
        if (job.Node.Text("runs-on") is null)
            yield return $"{job.Name} does not say where it runs";

        if (!int.TryParse(job.Node.Text("timeout-minutes"), out _))
            yield return $"{job.Name} has no timeout-minutes";
    }

    private IEnumerable<string> OfStep(YamlMappingNode step, Func<string, bool> isScript)
    {
        string? uses = step.Text("uses");
        string? run = step.Text("run");
        if (uses is null && run is null)
            yield return $"the step in line {step.Start.Line} does nothing";

        if (uses is not null && !IsPinned(uses, _lines[(int)step.Child("uses")!.Start.Line - 1]))
            yield return $"{uses} is not pinned to a commit, with its version as a comment";

        foreach (Match script in ScriptPattern().Matches(run ?? ""))
        {
            if (!isScript(script.Groups["path"].Value))
                yield return $"{script.Groups["path"].Value} is no script of the repository that can be executed";
        }
    }

    // Actions of this repository have the version of the workflow.
    private static bool IsPinned(string uses, string line) => uses.StartsWith("./", StringComparison.Ordinal)
        ? File.Exists(RepositoryTree.PathOf([.. uses.Split('/')[1..], "action.yml"]))
        : PinnedPattern().IsMatch(line);

    [GeneratedRegex(@"uses: +[\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+\s*$")]
    private static partial Regex PinnedPattern();

    // The first word of a command, if it is a path, and the scripts of .ci in any position.
    [GeneratedRegex(@"(?:^|[;&|(]) *(?<path>\.?\w[\w.-]*/[\w./-]+)|(?<path>\.ci/[\w./-]+)", RegexOptions.Multiline)]
    private static partial Regex ScriptPattern();
}
