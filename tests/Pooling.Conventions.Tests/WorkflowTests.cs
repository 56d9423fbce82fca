using YamlDotNet.Core;

namespace Pooling.Conventions;

/// <summary>Tests that the workflows are readable, have minimal permissions, end, and call scripts that every user can run.</summary>
public sealed class WorkflowTests
{
    private const string Whole = """
        on: push
        permissions:
          contents: read
        concurrency: build
        jobs:
          tests:
            runs-on: ubuntu-24.04
            timeout-minutes: 5
            steps:
              - uses: actions/checkout@0123456789012345678901234567890123456789 # v1.2.3
              - uses: ./.github/actions/prepare
              - run: .ci/test net8.0
              - run: dotnet --version
        """;

    public static TheoryData<string> Files() =>
    [
        .. from folder in new[] { ".github/workflows", ".github/actions" }
           from file in RepositoryTree.YamlFiles(folder)
           select $"{folder}/{file}",
    ];

    [Theory]
    [MemberData(nameof(Files))]
    public void Workflow_OfTheRepository_KeepsTheRules(string file) =>
        Violations.AssertNone(new Workflow(File.ReadAllText(RepositoryTree.PathOf(file))).Violations(IsScript));

    [Fact]
    public void Workflow_ThatIsWhole_KeepsTheRules() => Assert.Empty(ViolationsOf(Whole));

    [Theory]
    [InlineData("permissions:\n  contents: read\n", "", "does not list its permissions")]
    [InlineData("permissions:\n  contents: read\n", "permissions: write-all\n", "does not list its permissions")]
    [InlineData("concurrency: build\n", "", "has no concurrency group")]
    [InlineData("    timeout-minutes: 5\n", "", "job tests has no timeout-minutes")]
    [InlineData("    runs-on: ubuntu-24.04\n", "", "job tests does not say where it runs")]
    [InlineData("@0123456789012345678901234567890123456789 # v1.2.3", "", "actions/checkout is not pinned")]
    [InlineData("@0123456789012345678901234567890123456789 # v1.2.3", "@v1", "actions/checkout@v1 is not pinned")]
    [InlineData(" # v1.2.3", "", "is not pinned")]
    [InlineData("actions/prepare", "actions/absent", "./.github/actions/absent is not pinned")]
    [InlineData("run: .ci/test net8.0", "run: .ci/absent", ".ci/absent is no script")]
    [InlineData("run: dotnet --version", "run: cd src && tests/absent", "tests/absent is no script")]
    [InlineData("run: dotnet --version", "name: nothing", "the step in line 13 does nothing")]
    public void Workflow_ThatBreaksARule_IsFound(string part, string replacement, string violation)
    {
        string text = Whole.ReplaceLineEndings("\n");
        Assert.Contains(part, text);

        Assert.Contains(violation, Assert.Single(ViolationsOf(text.Replace(part, replacement))));
    }

    [Theory]
    [InlineData("")]
    [InlineData("on: push\njobs:\n\ttests:\n")]
    [InlineData("on: push\non: push")]
    [InlineData("on: [push")]
    [InlineData("- on")]
    public void Workflow_ThatIsNoYaml_IsFound(string text) => Assert.ThrowsAny<YamlException>(() => new Workflow(text));

    private static IEnumerable<string> ViolationsOf(string text) => new Workflow(text).Violations(static path => path == ".ci/test");

    // File systems of Windows have no permission to execute.
    private static bool IsScript(string path) =>
        File.Exists(RepositoryTree.PathOf(path))
        && (OperatingSystem.IsWindows() || File.GetUnixFileMode(RepositoryTree.PathOf(path)).HasFlag(UnixFileMode.UserExecute));
}
